import { GBP } from '../../../../../test/builders/promotion-engine.builder';
import { type RuleFailure } from '../rules/compiled-rule';
import { textsOf } from './languages';
import { ruleMessage } from './rule-message';
import { Words } from './words';

type Against = RuleFailure['against'];

/** The sentence of a rule; `cart.value` is the field of its type. */
function say(field: string, operator: string, against: Against, more: Partial<RuleFailure> = {}): string {
  const [type = '', match = ''] = field.split(/\.(.*)/);
  const failure = { path: 'match_rules.children.0', type, match, operator, against, actual: null, ...more };
  return ruleMessage(failure, new Words(textsOf('en'), GBP));
}

describe('promotions-at-scale.md 8: the sentence of a rule that is not known', () => {
  it.each([
    ['weather.rain', '='],
    ['product.value', '='],
    ['cart.sku', '='],
    ['cart_item.value', '='],
    ['customer.sku', '='],
    ['cart.value', '~'],
  ])('is general: %s %s', (field, operator) => {
    expect(say(field, operator, '1')).toBe('One of the conditions is not met.');
  });
});

describe('promotions-at-scale.md 8: the sentence of a rule about names', () => {
  it.each<[string, string, Against, string]>([
    ['cart_item.id', '=', '12', 'Only with 12 in the cart.'],
    ['cart_item.slug', 'in', ['mug', 'cap'], 'Only with mug or cap in the cart.'],
    ['cart_item.title', 'eq', 'Mug', 'Only with Mug in the cart.'],
    ['cart_item.sku', '!=', 'A', 'The SKU of an item must not be A.'],
    ['cart_item.sku', '!in', 'A,B', 'The SKU of an item must not be A or B.'],
    ['cart.ship_to.country', '!=', 'gb', 'The shipping country must not be United Kingdom.'],
    ['cart.day_of_week', '>', '5', 'The day of the week must be above Friday.'],
    ['cart.customer_group', '=', 'vip', 'Only for the group vip.'],
    ['cart.customer_group', '!=', 'vip', 'The customer group must not be vip.'],
    ['customer.group', 'in', ['vip', 'trade'], 'Only for the groups vip or trade.'],
    ['cart.shipping', 'in', ['post', 'van'], 'Only with the shipping methods post or van.'],
    ['cart.shipping', 'starts_with', 'p', 'The shipping method must start with p.'],
    ['cart.discount_code', '!=', 'SECRET', 'Only with another discount code.'],
    ['customer.id', '!=', '5', 'Only for certain customers.'],
    ['customer.email', 'in', ['a@example.test'], 'Only for certain customers.'],
    ['customer.email', '!=', 'a@example.test', 'The e-mail address must not be a@example.test.'],
    ['cart_item.brand', 'empty', null, 'The brand of an item must be empty.'],
    ['cart_item.brand', 'empty', '890123456789012345', 'The brand of an item must be empty.'],
  ])('%s %s %j', (field, operator, against, sentence) => {
    expect(say(field, operator, against)).toBe(sentence);
  });

  it('asks it of every item where the rule does', () => {
    const every = { match_on: 'all' } as const;
    expect(say('cart_item.sku', 'in', ['A', 'B'], every)).toBe('The SKU of every item must be A or B.');
    expect(say('cart_item.price', '>=', '1234.5', every)).toBe('The price of every item must be at least £1,234.50.');
  });

  it('has titles, with or without spaces around the id, and never an id', () => {
    const ids = ['890123456789012345', ' 890123456789012346 '];
    const titles = { '890123456789012345': 'Red mug', '890123456789012346': 'Cap' };
    const unknown = { '890123456789012345': 'Red mug' };
    const idTitle = { ...titles, '890123456789012346': '890123456789012346' };
    expect(say('cart_item.id', 'in', ids, { titles })).toBe('Only with Red mug or Cap in the cart.');
    expect(say('cart_item.id', 'in', ids, { titles: unknown })).toBe('The product of an item does not match.');
    expect(say('cart_item.id', 'in', ids, { titles: idTitle })).toBe('The product of an item does not match.');
    expect(say('customer.group', '=', '890123456789012345')).toBe('The customer group does not match.');
    expect(say('cart_item.brand', '!in', ids, { titles: {} })).toBe('The brand of an item does not match.');
  });

  it('counts the rest of a long list, without a look at it', () => {
    const rest = ['890123456789012345', '890123456789012346'];
    expect(say('cart_item.sku', 'in', ['A', 'B', 'C', ...rest])).toBe('Only with A, B, C or 2 others in the cart.');
    expect(say('cart_item.sku', 'in', ['A', 'B', rest[0] ?? ''])).toBe('The SKU of an item does not match.');
  });
});

describe('promotions-at-scale.md 8: the sentence of a rule about days', () => {
  it.each([
    ['1', 'Only on Monday.'],
    ['7', 'Only on Sunday.'],
    [' SATURDAY ', 'Only on Saturday.'],
    ['monday', 'Only on Monday.'],
    ['sunday', 'Only on Sunday.'],
    ['0', 'Only on 0.'],
    ['8', 'Only on 8.'],
    ['1.5', 'Only on 1.5.'],
    ['holidays', 'Only on holidays.'],
  ])('%j', (against, sentence) => {
    expect(say('cart.day_of_week', '=', against)).toBe(sentence);
  });
});

describe('promotions-at-scale.md 8: the sentence of a rule about amounts and numbers', () => {
  it.each<[string, string, Against, Partial<RuleFailure>, string]>([
    ['cart.value', '>', '20', { actual: '20.00', missing: '0.01' }, 'Spend £0.01 more.'],
    ['cart.price', '>', '20', { actual: '15', missing: '5' }, 'Spend over £5.00 more.'],
    ['cart.subtotal', '>=', '20', { actual: '15.005', missing: '4.995' }, 'Spend £5.00 more.'],
    ['cart.value', '>=', '20', {}, 'The value of the items must be at least £20.00.'],
    ['cart.value', '=', 'much', {}, 'The value of the items must be much.'],
    ['cart.discounted_value', '>=', '20', {}, 'The value of the items after discounts must be at least £20.00.'],
    ['cart.value', 'between', '5,10.5', {}, 'The value of the items must be between £5.00 and £10.50.'],
    ['customer.spent', '<', 100, {}, 'The amount spent so far must be below £100.00.'],
    ['customer.orders', '<=', '1234', {}, 'The number of earlier orders must be at most 1,234.'],
    ['cart.hour', 'between', [9, 12], {}, 'The hour of the day must be between 9 and 12.'],
    ['cart.total_items', '>=', '3', { actual: '1' }, 'Add 2 more items.'],
    ['cart.total_items', '>', '3', { actual: '3' }, 'Add 1 more item.'],
    ['cart.total_items', '>', '2.5', { actual: '2' }, 'Add 1 more item.'],
    ['cart.total_items', '>=', '2.5', { actual: '1' }, 'Add 2 more items.'],
    ['cart.total_unique_items', '>=', '2', { actual: '1' }, 'Add 1 more different item.'],
    ['cart.total_items', '<', '3', { actual: '3' }, 'The number of items must be below 3.'],
    ['cart.total_items', '=', '3', { actual: '1' }, 'The number of items must be 3.'],
    ['cart.total_items', '>=', '3', { actual: null }, 'The number of items must be at least 3.'],
    ['cart.total_items', '>=', '3', { actual: ['1'] }, 'The number of items must be at least 3.'],
    ['cart.total_items', '>=', '3', { actual: 'few' }, 'The number of items must be at least 3.'],
    ['cart.total_items', '>=', 'few', { actual: '1' }, 'The number of items must be at least few.'],
  ])('%s %s %j with %j', (field, operator, against, more, sentence) => {
    expect(say(field, operator, against, more)).toBe(sentence);
  });
});

describe('promotions-at-scale.md 8: the sentence of a rule about yes and no', () => {
  it.each<[string, string, Against, string]>([
    ['is_guest', '=', 1, 'Only for guests.'],
    ['is_guest', '=', ' TRUE ', 'Only for guests.'],
    ['is_guest', 'in', ['1'], 'Only for guests.'],
    ['is_guest', '!=', '0', 'Only for guests.'],
    ['is_guest', '!in', ['false'], 'Only for guests.'],
    ['is_guest', '=', false, 'Only for registered customers.'],
    ['is_guest', '!=', true, 'Only for registered customers.'],
    ['is_guest', '!in', '1', 'Only for registered customers.'],
    ['first_order', 'in', 'true', 'Only for a first order.'],
    ['first_order', '!=', '0', 'Only for a first order.'],
    ['first_order', '=', '0', 'Only for customers who have ordered before.'],
    ['first_order', '!=', 'true', 'Only for customers who have ordered before.'],
    ['is_guest', 'in', ['0', '1'], 'The guest status must be 0 or 1.'],
    ['is_guest', '=', 'maybe', 'The guest status must be maybe.'],
    ['is_guest', '>=', '1', 'The guest status must be at least 1.'],
    ['is_guest', 'contains', 'true', 'The guest status must contain true.'],
    ['first_order', 'empty', null, 'The first order must be empty.'],
  ])('%s %s %j', (match, operator, against, sentence) => {
    expect(say(`customer.${match}`, operator, against)).toBe(sentence);
  });
});
