import { type MoneyFormat, parseAmount } from '../../../../kernel/money';
import {
  aCart,
  aLine,
  allOf,
  anyOf,
  cartRule,
  evaluate,
  GBP,
  itemRule,
  type PromotionFields,
} from '../../../../../test/builders/promotion-engine.builder';
import { type EvaluationInput } from '../evaluate-promotions';
import { type RejectedPromotion } from '../evaluation';
import { OPERATORS } from '../rules/operators/rule-operators';
import { type Language, LANGUAGES, textsOf } from './languages';
import { rejectionMessage } from './rejection-message';

const TEN = { action: 'discount_by_percent', amount: '10' };
const MUGS = aLine('6.50', 2, { id: '890123456789012345', title: 'Mug' });
const CART = aCart([MUGS], { shipping: { id: '7', price: parseAmount('5') } });
const customerRule = (match: string, operator: string, against?: unknown) => {
  return { type: 'customer', match, operator, against };
};

/** Sentences of promotions on a cart of two mugs at £6.50, on Sunday 1 March 2026. */
function told(promotions: PromotionFields[], language: Language = 'en', more: Partial<EvaluationInput> = {}): string[] {
  const { rejected } = evaluate(CART, promotions, more);
  return rejected.map((each) => rejectionMessage(each, { language, currency: GBP }));
}

const ruled = (rule: unknown, language?: Language) => told([{ ...TEN, match_rules: allOf(rule) }], language);

describe('promotions-at-scale.md 8: the sentence of a reason', () => {
  const used = new Map([['1', { used: 5, customerUsed: 2, spent: parseAmount('9.5') }]]);
  const known = { usage: used, customer: { id: '3' } };
  const units = { action: 'buy_x_get_y_free', amount: 1, trigger_quantity: 2 };

  it.each<[PromotionFields, string, string, Partial<EvaluationInput>?]>([
    [{ ...TEN, status: 0 }, 'Not published yet.', 'Noch nicht veröffentlicht.'],
    [{ ...TEN, from: '2026-04-01' }, 'Starts on 1 April 2026.', 'Beginnt am 1. April 2026.'],
    [{ ...TEN, to: '2026-02-28' }, 'Ended on 28 February 2026.', 'Endete am 28. Februar 2026.'],
    [{ ...TEN, discount_code: 'VIP' }, 'Only with its discount code.', 'Nur mit dem zugehörigen Rabattcode.'],
    [{ ...TEN, customer_group: '4' }, 'Only for another customer group.', 'Nur für eine andere Kundengruppe.'],
    [{ ...TEN, max_uses: 5 }, 'All 5 uses are taken.', 'Alle 5 Nutzungen sind vergeben.', known],
    [{ ...TEN, max_uses: 1 }, 'Its only use is taken.', 'Die einzige Nutzung ist vergeben.', known],
    [
      { ...TEN, customer_uses: 1 },
      'Only for known customers: sign in or give an e-mail address.',
      'Nur für bekannte Kunden: Bitte melden Sie sich an oder geben Sie eine E-Mail-Adresse an.',
    ],
    [{ ...TEN, customer_uses: 1 }, 'Each customer can use it only once.', 'Nur einmal je Kunde nutzbar.', known],
    [{ ...TEN, customer_uses: 2 }, 'Each customer can use it only 2 times.', 'Nur 2-mal je Kunde nutzbar.', known],
    [
      { action: 'free_ship', shipping_methods: ['1'] },
      'Only with another shipping method.',
      'Nur mit einer anderen Versandart.',
    ],
    [units, 'Add 1 more of Mug to get 1 free.', 'Noch 1 Stück Mug mehr, dann ist 1 Stück gratis.'],
    [
      { action: 'discount_to_fixed', amount: 10 },
      'The price is already as low or lower.',
      'Der Preis ist schon so niedrig oder niedriger.',
    ],
    [{ ...TEN, amount: 0 }, 'The discount would be too small to count.', 'Der Rabatt wäre zu klein.'],
    [
      { ...TEN, budget: 10 },
      'Only £0.50 of its budget is left, and the discount is £1.30.',
      'Vom Budget sind nur noch £0.50 übrig, der Rabatt beträgt £1.30.',
      known,
    ],
    [{ ...TEN, budget: '9.5' }, 'Its budget is used up.', 'Das Budget ist aufgebraucht.', known],
  ])('%j', (promotion, english, german, more = {}) => {
    expect(told([promotion], 'en', more)).toEqual([english]);
    expect(told([promotion], 'de', more)).toEqual([german]);
  });

  it('counts the units that another promotion gave free', () => {
    const given = { ...units, trigger_quantity: 1 };
    const more = { reason: 'no_effect', title: '', detail: { why: 'units_missing', missing: '2', free: '2' } } as const;
    expect([told([given, units]), told([given, units], 'de')]).toEqual([
      ['1 unit is free already: add 2 more of Mug to get 1 free.'],
      ['1 Stück ist schon gratis: noch 2 Stück Mug mehr, dann ist 1 Stück gratis.'],
    ]);
    expect(rejectionMessage(more, { language: 'en', currency: null })).toBe(
      '2 units are free already: add 2 more to get 1 free.',
    );
  });

  it('names the promotion that was applied instead', () => {
    const group = (amount: number, title: string) => ({ ...TEN, amount, title, best_of: 'spring' });
    const rivals = [group(20, 'Spring Sale'), group(20, 'Same'), group(5, 'Less')];
    expect(told(rivals)).toEqual([
      'An equal discount, Spring Sale, was applied instead.',
      'A larger discount, Spring Sale, was applied instead.',
    ]);
    expect(told([group(20, ''), group(5, '')])).toEqual(['A larger discount was applied instead.']);
    expect(told([{ ...TEN, terminating: 1, title: 'Mug week' }, TEN])).toEqual(['Cannot be combined with Mug week.']);
    expect(told([{ ...TEN, terminating: 1 }, TEN])).toEqual([
      'Cannot be combined with a promotion that was applied before it.',
    ]);
  });

  const tell = (each: Omit<RejectedPromotion, 'id' | 'title'>) =>
    rejectionMessage({ title: '', ...each }, { language: 'en', currency: null });

  it('names titles that the detail has, and only all of them', () => {
    const methods = (ids: string[], titles: Record<string, string>) =>
      tell({ reason: 'shipping_method', detail: { shipping_methods: ids, actual: null, titles } });
    expect(methods(['7', '8'], { 7: 'Post', 8: 'Courier' })).toBe('Only with the shipping methods Post or Courier.');
    expect(methods(['7', '8'], { 7: 'Post' })).toBe('Only with another shipping method.');
    expect(methods([], {})).toBe('Only with another shipping method.');
    const detail = { customer_group: '4', actual: null, titles: { 4: 'Trade' } };
    expect(tell({ reason: 'customer_group', detail })).toBe('Only for the group Trade.');
  });

  it('names the items that more units are needed of, and only all of them', () => {
    const units = (...titles: string[]) =>
      tell({
        reason: 'no_effect',
        detail: { why: 'units_missing', missing: '2', items: titles.map((title) => ({ id: null, title })) },
      });
    expect(units('Mug', 'Cap')).toBe('Add 2 more of Mug or Cap to get 1 free.');
    expect(units('Mug', '890123456789012345')).toBe('Add 2 more to get 1 free.');
    expect(units('Mug', ' ')).toBe('Add 2 more to get 1 free.');
  });

  it('is general where the rules are not explained', () => {
    expect(tell({ reason: 'match_rules', detail: null })).toBe('The cart does not meet the conditions.');
    expect(tell({ reason: 'match_items', detail: null })).toBe('No item in the cart meets the conditions.');
  });
});

describe('promotions-at-scale.md 8: the sentence of a rule', () => {
  it.each<[unknown, string]>([
    [cartRule('value', '>=', '17.5'), 'Spend £4.50 more.'],
    [cartRule('subtotal', '>', '20'), 'Spend over £7.00 more.'],
    [cartRule('value', '>', '13.00'), 'Spend £0.01 more.'],
    [cartRule('value', '<', '13'), 'The value of the items must be below £13.00.'],
    [cartRule('value', '>=', '1234567.891234'), 'Spend 1,234,554.8912 more.'],
    [cartRule('total_items', '>', '2'), 'Add 1 more item.'],
    [cartRule('total_items', '>=', '3.5'), 'Add 2 more items.'],
    [cartRule('total_unique_items', '>=', 3), 'Add 2 more different items.'],
    [cartRule('total_items', '>=', 'many'), 'The number of items must be at least many.'],
    [cartRule('day_of_week', 'in', 'monday, 2'), 'Only on Monday or Tuesday.'],
    [cartRule('day_of_week', '!=', 7), 'The day of the week must not be Sunday.'],
    [cartRule('ship_to.country', 'in', ['FR', 'de']), 'Only for delivery to France or Germany.'],
    [cartRule('ship_to.country', '=', 'France'), 'Only for delivery to France.'],
    [cartRule('discount_code', '=', 'SECRET'), 'Only with another discount code.'],
    [cartRule('shipping', '=', '890123456789012345'), 'The shipping method does not match.'],
    [customerRule('is_guest', '=', 0), 'Only for registered customers.'],
    [customerRule('is_guest', '!in', ['true']), 'Only for registered customers.'],
    [customerRule('first_order', '=', '1'), 'Only for a first order.'],
    [customerRule('first_order', '>', 0), 'The first order must be above 0.'],
    [customerRule('id', '=', '890123456789012345'), 'Only for certain customers.'],
    [customerRule('email', 'in', ['ada@example.com']), 'Only for certain customers.'],
    [customerRule('email', 'ends_with', '@example.com'), 'The e-mail address must end with @example.com.'],
    [customerRule('group', 'in', ['vip', 'trade']), 'Only for the groups vip or trade.'],
    [itemRule('sku', '=', 'TEA'), 'Only with TEA in the cart.'],
    [itemRule('sku', 'in', ['A1', 'A2', 'A3', 'A4', 'A5']), 'Only with A1, A2, A3 or 2 others in the cart.'],
    [itemRule('brand', '=', 'acme', { match_on: 'all' }), 'The brand of every item must be acme.'],
    [itemRule('quantity', '>=', 12345), 'The quantity of an item must be at least 12,345.'],
    [itemRule('title', '=', `  a\n${'b'.repeat(200)}`), `Only with a ${'b'.repeat(77)}… in the cart.`],
  ])('%j', (rule, sentence) => {
    expect(ruled(rule)).toEqual([sentence]);
  });

  it.each([
    ['=', 'The category of an item must be x.', 'Die Kategorie eines Artikels muss x sein.'],
    ['!=', 'The category of an item must not be x.', 'Die Kategorie eines Artikels darf nicht x sein.'],
    ['>', 'The category of an item must be above x.', 'Die Kategorie eines Artikels muss über x liegen.'],
    ['>=', 'The category of an item must be at least x.', 'Die Kategorie eines Artikels muss mindestens x sein.'],
    ['<', 'The category of an item must be below x.', 'Die Kategorie eines Artikels muss unter x liegen.'],
    ['<=', 'The category of an item must be at most x.', 'Die Kategorie eines Artikels darf höchstens x sein.'],
    ['in', 'The category of an item must be x or y.', 'Die Kategorie eines Artikels muss x oder y sein.'],
    ['!in', 'The category of an item must not be x or y.', 'Die Kategorie eines Artikels darf nicht x oder y sein.'],
    ['contains', 'The category of an item must contain x.', 'Die Kategorie eines Artikels muss x enthalten.'],
    [
      '!contains',
      'The category of an item must not contain x.',
      'Die Kategorie eines Artikels darf x nicht enthalten.',
    ],
    ['starts_with', 'The category of an item must start with x.', 'Die Kategorie eines Artikels muss mit x beginnen.'],
    ['ends_with', 'The category of an item must end with x.', 'Die Kategorie eines Artikels muss mit x enden.'],
    [
      'between',
      'The category of an item must be between x and y.',
      'Die Kategorie eines Artikels muss zwischen x und y liegen.',
    ],
    ['empty', 'The category of an item must be empty.', 'Die Kategorie eines Artikels muss leer sein.'],
    ['!empty', 'The category of an item must not be empty.', 'Die Kategorie eines Artikels darf nicht leer sein.'],
  ])('has one for %s', (operator, english, german) => {
    const takes = OPERATORS.find(({ key }) => key === operator)?.takes;
    const against = { list: ['x', 'y'], value: 'x', nothing: null }[takes ?? 'value'];
    const failure = { path: '', type: 'cart_item', match: 'category', operator, against, actual: [] };
    const say = (language: Language) =>
      rejectionMessage({ title: '', reason: 'match_items', detail: failure }, { language, currency: null });
    expect([say('en'), say('de')]).toEqual([english, german]);
  });

  it('joins the ways there are into one', () => {
    const ways = [
      cartRule('value', '>=', '20'),
      itemRule('sku', '=', 'TEA'),
      cartRule('currency', '=', 'EUR'),
      cartRule('hour', '>', 20),
    ];
    const either = (count: number, language?: Language) =>
      told([{ ...TEN, match_rules: anyOf(...ways.slice(0, count), ways[0]) }], language);
    expect(either(1)).toEqual(['Spend £7.00 more.']);
    expect(either(2)).toEqual(['Spend £7.00 more or only with TEA in the cart.']);
    expect(either(2, 'de')).toEqual(['Kaufen Sie noch für £7.00 ein oder nur mit TEA im Warenkorb.']);
    expect(either(4)).toEqual([
      'Spend £7.00 more, only with TEA in the cart, the currency must be EUR or meet another condition.',
    ]);
  });

  it('is about the default currency, and asks for no less than is missing', () => {
    const yen = { code: 'JPY', format: '¥{price}', decimalPoint: '.', thousandPoint: ',', roundingMode: 'half_up' };
    const [rejected] = evaluate(CART, [{ ...TEN, match_rules: allOf(cartRule('value', '>=', '1013.2')) }]).rejected;
    const say = (currency: MoneyFormat | null) => rejected && rejectionMessage(rejected, { language: 'en', currency });
    expect([say(yen as MoneyFormat), say(null)]).toEqual(['Spend ¥1,001 more.', 'Spend 1,000.2 more.']);
  });
});

describe('the missing amount at the bound of >', () => {
  const missing = (price: string, currency: { code: string; exchangeRate?: string }, operator = '>') => {
    const cart = aCart([aLine(price)], { currency });
    const { rejected } = evaluate(cart, [{ ...TEN, match_rules: allOf(cartRule('value', operator, '20')) }]);
    return (rejected[0]?.detail as { missing?: string } | null | undefined)?.missing;
  };

  it('is the smallest step of the currency, in the default currency', () => {
    expect(missing('20', { code: 'GBP' })).toBe('0.01');
    expect(missing('20', { code: 'JPY' })).toBe('1');
    expect(missing('20', { code: 'KWD' })).toBe('0.001');
    expect(missing('20', { code: 'USD', exchangeRate: '1.3' })).toBe('0.0077');
  });

  it('is the difference elsewhere', () => {
    expect(missing('15.5', { code: 'GBP' })).toBe('4.5');
    expect(missing('19.99', { code: 'GBP' }, '>=')).toBe('0.01');
  });
});

describe('the texts of a language', () => {
  type Node = string | { readonly [key: string]: Node };
  const flat = (node: Node, path = ''): [string, string][] =>
    typeof node === 'string'
      ? [[path, node]]
      : Object.entries(node).flatMap(([key, each]) => flat(each, `${path}/${key}`));
  const holes = (language: Language) =>
    flat(textsOf(language) as unknown as Node).map(([path, text]) => [path, (text.match(/\{\w+\}/g) ?? []).sort()]);

  it.each(LANGUAGES)('fill in the same values as English: %s', (language) => {
    expect(holes(language)).toEqual(holes('en'));
  });

  it.each(LANGUAGES)('are sentences where they are told alone: %s', (language) => {
    const { reasons, counted, no_effect, variants, operators, rules } = textsOf(language);
    const sentences = flat({ reasons, counted, no_effect, variants, operators, rules } as unknown as Node);
    expect(sentences.filter(([, text]) => !/^(\{field\}|\{count\}|[A-ZÄÖÜ]).*(\.|\{sentence\})$/.test(text))).toEqual(
      [],
    );
  });
});

describe('promotions-at-scale.md 10: the sentence about an order of the past', () => {
  const about = (promotion: PromotionFields, more: Partial<EvaluationInput> = {}) => {
    const { rejected } = evaluate(CART, [promotion], more);
    const say = (language: Language) =>
      rejected.map((each) => rejectionMessage(each, { language, currency: GBP, subject: 'order' })).join();
    return [say('en'), say('de')];
  };

  it.each<[PromotionFields, string, string]>([
    [
      { action: 'buy_x_get_y_free', amount: 1, trigger_quantity: 2 },
      'The order was 1 unit of Mug short of 1 free.',
      'Der Bestellung fehlte 1 Stück Mug, damit 1 Stück gratis ist.',
    ],
    [
      { ...TEN, match_rules: allOf(cartRule('value', '>=', '17.5')) },
      'The items were worth £4.50 too little.',
      'Der Warenwert lag um £4.50 zu niedrig.',
    ],
    [
      { ...TEN, match_rules: allOf(cartRule('total_items', '>=', 5)) },
      'The order was 3 items short.',
      'Der Bestellung fehlten 3 Artikel.',
    ],
    [
      { ...TEN, match_items: allOf(itemRule('sku', 'starts_with', 'POT')) },
      'The SKU of every item did not start with POT.',
      'Die Artikelnummer jedes Artikels begann nicht mit POT.',
    ],
    [
      { ...TEN, match_rules: allOf(customerRule('first_order', '=', 1)) },
      'The customer had ordered before.',
      'Der Kunde hatte schon bestellt.',
    ],
    [{ ...TEN, customer_uses: 1 }, 'The customer was not known.', 'Der Kunde war nicht bekannt.'],
    // Each of the ways was missed.
    [
      { ...TEN, match_rules: anyOf(cartRule('value', '>=', '20'), itemRule('sku', '=', 'TEA')) },
      'The items were worth £7.00 too little and the order did not have TEA.',
      'Der Warenwert lag um £7.00 zu niedrig und der Bestellung fehlte TEA.',
    ],
  ])('%j', (promotion, english, german) => {
    expect(about(promotion)).toEqual([english, german]);
  });

  it('never tells a shopper what to do', () => {
    const commands = /^(?:add|spend|only|sign|legen|kaufen|noch|nur|bitte)\b|\bmust\b|\bmuss\b|\bdarf\b/iu;
    const all = LANGUAGES.flatMap((language) => {
      const { reasons, counted, no_effect, variants, operators, rules } = textsOf(language, 'order');
      const forms = Object.values(counted).flatMap(({ one, other }) => [one, other]);
      return [reasons, no_effect, variants, operators, rules].flatMap((texts) => Object.values(texts)).concat(forms);
    });
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter((text) => commands.test(text) && !text.startsWith('Only {left}'))).toEqual([]);
  });
});
