import { parseAmount } from '../../../../kernel/money';
import {
  aCart,
  aLine,
  allOf,
  evaluate,
  itemRule,
  type PromotionFields,
} from '../../../../../test/builders/promotion-engine.builder';
import { type CartSnapshot } from '../cart-snapshot';

/** Returns the discount of one promotion on each line and on shipping, in minor units; null without a discount. */
function takeOff(cart: CartSnapshot, promotion: PromotionFields): { lines: bigint[]; shipping: bigint } | null {
  const [applied] = evaluate(cart, [promotion]).applied;
  return applied ? { lines: [...applied.lines], shipping: applied.shippingDiscount } : null;
}

const ONLY_A = { match_items: allOf(itemRule('sku', '=', 'A')) };
const SHIPPING = { id: '7', price: parseAmount('6.50') };

describe('discount_by_percent', () => {
  const percent = (amount: string, more = {}) => ({ action: 'discount_by_percent', amount, ...more });

  it('rounds half up on each matched line', () => {
    const cart = aCart([aLine('0.25'), aLine('0.25', 1, { sku: 'B' }), aLine('0.24')]);
    expect(takeOff(cart, percent('10', ONLY_A))).toEqual({ lines: [3n, 0n, 2n], shipping: 0n });
  });

  it('rounds half to even where the currency says so', () => {
    const currency = { code: 'GBP', roundingMode: 'half_even' } as const;
    const cart = aCart([aLine('0.25'), aLine('0.35'), aLine('0.26')], { currency });
    expect(takeOff(cart, percent('10'))).toEqual({ lines: [2n, 4n, 3n], shipping: 0n });
  });

  it('takes four decimals of a percent', () => {
    expect(takeOff(aCart([aLine('10000')]), percent('0.0001'))).toEqual({ lines: [1n], shipping: 0n });
  });

  it('takes from shipping only after a line lost something', () => {
    const more = { apply_to_shipping: 1 };
    const of = (price: string) => takeOff(aCart([aLine(price)], { shipping: SHIPPING }), percent('25', more));
    expect(of('20')).toEqual({ lines: [500n], shipping: 163n });
    expect(of('0')).toBeNull();
  });
});

describe('discount_by_fixed', () => {
  const fixed = (amount: string, more = {}) => ({ action: 'discount_by_fixed', amount, ...more });

  it('is per matched unit and never more than the line', () => {
    const cart = aCart([aLine('12', 3), aLine('3.50', 2), aLine('50', 1, { sku: 'B' })]);
    expect(takeOff(cart, fixed('5', ONLY_A))).toEqual({ lines: [1500n, 700n, 0n], shipping: 0n });
  });

  it('is in the default currency', () => {
    const cart = aCart([aLine('10', 3)], { currency: { code: 'JPY', exchangeRate: '187.335' } });
    expect(takeOff(cart, fixed('0.5'))).toEqual({ lines: [281n], shipping: 0n });
  });

  it('spreads a cap over what each line would have lost', () => {
    const cart = aCart([aLine('10'), aLine('10'), aLine('2')]);
    expect(takeOff(cart, fixed('5', { max_quantity: '10' }))).toEqual({ lines: [417n, 417n, 166n], shipping: 0n });
    const whole = { lines: [500n, 500n, 200n], shipping: 0n };
    expect(takeOff(cart, fixed('5', { max_quantity: '12' }))).toEqual(whole);
    expect(takeOff(cart, fixed('5', { max_quantity: '13' }))).toEqual(whole);
  });

  it('takes shipping for one more unit, last in the spread of the cap', () => {
    const cart = aCart([aLine('10', 2)], { shipping: SHIPPING });
    const more = { apply_to_shipping: 1 };
    expect(takeOff(cart, fixed('5', more))).toEqual({ lines: [1000n], shipping: 500n });
    expect(takeOff(cart, fixed('8', more))).toEqual({ lines: [1600n], shipping: 650n });
    expect(takeOff(cart, fixed('5', { ...more, max_quantity: '0.01' }))).toEqual({ lines: [1n], shipping: 0n });
    expect(takeOff(cart, fixed('5', { ...more, max_quantity: '10' }))).toEqual({ lines: [667n], shipping: 333n });
  });

  it('leaves shipping alone when no line loses anything', () => {
    expect(takeOff(aCart([aLine('0')], { shipping: SHIPPING }), fixed('5', { apply_to_shipping: 1 }))).toBeNull();
  });
});

describe('discount_to_fixed', () => {
  it('brings each matched unit down to the amount and never raises one', () => {
    const cart = aCart([aLine('14.99', 2), aLine('8.99'), aLine('30', 1, { sku: 'B' })]);
    const promotion = { action: 'discount_to_fixed', amount: '9.99', max_quantity: 1, ...ONLY_A };
    expect(takeOff(cart, promotion)).toEqual({ lines: [1000n, 0n, 0n], shipping: 0n });
  });

  it('counts only units that are still paid for', () => {
    const result = evaluate(aCart([aLine('9', 3)]), [
      { action: 'buy_x_get_y_free', amount: 1, trigger_quantity: 2, priority: -1 },
      { action: 'discount_to_fixed', amount: '8' },
    ]);
    expect(result.applied.map(({ lines }) => lines)).toEqual([[900n], [200n]]);
  });
});

describe('discount_to_fixed without an effect', () => {
  it.each([
    ['every unit costs less already', ['9', '10'], 'already_cheaper'],
    ['those that cost something do', ['0', '9'], 'already_cheaper'],
    ['nothing costs anything', ['0', '0'], 'nothing_left'],
  ])('says that %s', (_, prices, why) => {
    const cart = aCart(prices.map((price) => aLine(price)));
    const { applied, rejected } = evaluate(cart, [{ action: 'discount_to_fixed', amount: '10' }]);
    expect([applied, rejected]).toEqual([[], [{ id: '1', title: '', reason: 'no_effect', detail: { why } }]]);
  });
});

describe('discount_subtotal_percent', () => {
  const subtotal = (amount: string, more = {}) => ({ action: 'discount_subtotal_percent', amount, ...more });

  it('rounds once and spreads over all lines, matched or not', () => {
    const cart = aCart([aLine('0.05'), aLine('0.05', 1, { sku: 'B' }), aLine('0.05')]);
    expect(takeOff(cart, subtotal('10', ONLY_A))).toEqual({ lines: [1n, 1n, 0n], shipping: 0n });
  });

  it('takes from shipping also when the lines have nothing left', () => {
    const cart = aCart([aLine('0')], { shipping: SHIPPING });
    expect(takeOff(cart, subtotal('50', { apply_to_shipping: 1 }))).toEqual({ lines: [0n], shipping: 325n });
  });
});

describe('discount_subtotal_fixed', () => {
  const subtotal = (amount: string, more = {}) => ({ action: 'discount_subtotal_fixed', amount, ...more });

  it('is taken once per order, at most what there is', () => {
    const cart = aCart([aLine('10', 3), aLine('10', 1, { sku: 'B' })]);
    expect(takeOff(cart, subtotal('10'))).toEqual({ lines: [750n, 250n], shipping: 0n });
    expect(takeOff(cart, subtotal('99'))).toEqual({ lines: [3000n, 1000n], shipping: 0n });
  });

  it('takes the rest from shipping', () => {
    const cart = aCart([aLine('10')], { shipping: SHIPPING });
    const more = { apply_to_shipping: 1 };
    expect(takeOff(cart, subtotal('12', more))).toEqual({ lines: [1000n], shipping: 200n });
    expect(takeOff(cart, subtotal('12'))).toEqual({ lines: [1000n], shipping: 0n });
    expect(takeOff(cart, subtotal('99', more))).toEqual({ lines: [1000n], shipping: 650n });
    expect(takeOff(cart, subtotal('9', more))).toEqual({ lines: [900n], shipping: 0n });
  });
});

describe('buy_x_get_y_free', () => {
  const offer = (x: number, y: number, more = {}) => ({
    action: 'buy_x_get_y_free',
    trigger_quantity: x,
    amount: y,
    ...more,
  });

  it.each([
    [2, 1, 2, 0n],
    [2, 1, 3, 100n],
    [2, 1, 5, 100n],
    [2, 1, 6, 200n],
    [1, 3, 3, 200n],
    [1, 3, 4, 300n],
    [3, 2, 9, 300n],
  ])('gives with X %i, Y %i and %i units of 1.00 %p off', (x, y, units, off) => {
    expect(takeOff(aCart([aLine('1', units)]), offer(x, y))?.lines ?? [0n]).toEqual([off]);
  });

  it('frees the cheapest units of the pool, ties by position', () => {
    const cart = aCart([aLine('3', 2), aLine('2', 1), aLine('2', 1), aLine('1', 9, { sku: 'B' })]);
    expect(takeOff(cart, offer(3, 1, ONLY_A))).toEqual({ lines: [0n, 200n, 0n, 0n], shipping: 0n });
    expect(takeOff(cart, offer(1, 3, ONLY_A))).toEqual({ lines: [300n, 200n, 200n, 0n], shipping: 0n });
  });

  it('judges the cheapest by what is left to pay, as a fraction', () => {
    const result = evaluate(aCart([aLine('0.10', 3, { sku: 'B' }), aLine('0.10', 3)]), [
      { action: 'discount_subtotal_fixed', amount: '0.01', priority: -1 },
      offer(5, 1),
    ]);
    expect(result.applied.map(({ lines }) => lines)).toEqual([
      [1n, 0n],
      [10n, 0n],
    ]);
  });

  it('judges so also where the cheaper line is the later one', () => {
    const result = evaluate(aCart([aLine('0.10', 3), aLine('0.10', 3, { sku: 'B' })]), [
      { action: 'discount_by_fixed', amount: '0.003', match_items: allOf(itemRule('sku', '=', 'B')) },
      offer(5, 1),
    ]);
    expect(result.applied.map(({ lines }) => lines)).toEqual([
      [0n, 1n],
      [0n, 10n],
    ]);
  });

  it('neither counts nor gives what costs nothing', () => {
    const cart = aCart([aLine('0'), aLine('1', 3)]);
    expect(takeOff(cart, offer(1, 1))?.lines).toEqual([0n, 100n]);
    const { rejected } = evaluate(cart, [offer(3, 1)]);
    expect(rejected.map(({ detail }) => detail)).toEqual([
      { why: 'units_missing', missing: '1', items: [{ id: null, title: 'A' }] },
    ]);
  });

  it('asks for no more units where there is none to pay for, or where none is given', () => {
    const why = (price: string, promotion: PromotionFields): unknown =>
      evaluate(aCart([aLine(price)]), [promotion]).rejected.map(({ detail }) => detail);
    expect(why('0', offer(1, 1))).toEqual([{ why: 'nothing_left' }]);
    expect(why('1', offer(1, 1, { max_quantity: '0.5' }))).toEqual([{ why: 'too_small' }]);
    expect(why('1', offer(1, 1, { max_quantity: '1' }))).toEqual([
      { why: 'units_missing', missing: '1', items: [{ id: null, title: 'A' }] },
    ]);
  });

  it('gives at most max_quantity units', () => {
    expect(takeOff(aCart([aLine('4', 12)]), offer(1, 1, { max_quantity: 2 }))?.lines).toEqual([800n]);
  });

  it('leaves units that are free out of every later pool', () => {
    const result = evaluate(aCart([aLine('1', 4)]), [offer(1, 1), offer(1, 1), offer(1, 1)]);
    expect(result.applied.map(({ lines }) => lines)).toEqual([[200n], [100n]]);
    expect(result.rejected).toEqual([
      {
        id: '3',
        title: '',
        reason: 'no_effect',
        detail: {
          why: 'units_missing',
          missing: '1',
          free: '3',
          items: [{ id: null, title: 'A' }],
        },
      },
    ]);
  });

  it('keeps the units paid for when it took nothing off', () => {
    const result = evaluate(aCart([aLine('0.0033', 3)]), [
      offer(2, 1),
      { action: 'discount_by_fixed', amount: '0.002' },
    ]);
    expect(result.rejected.map(({ id, reason }) => [id, reason])).toEqual([['1', 'no_effect']]);
    expect(result.applied.map(({ lines }) => lines)).toEqual([[1n]]);
  });
});

describe('free_ship', () => {
  const free = (more = {}) => ({ action: 'free_ship', shipping_methods: ['7', 8], ...more });
  const cart = aCart([aLine('5')], { shipping: SHIPPING });

  it('takes the price of a listed method, or as much as max_quantity allows', () => {
    expect(takeOff(cart, free())).toEqual({ lines: [0n], shipping: 650n });
    expect(takeOff(cart, free({ max_quantity: '5' }))).toEqual({ lines: [0n], shipping: 500n });
    expect(takeOff(cart, free({ max_quantity: '50' }))).toEqual({ lines: [0n], shipping: 650n });
  });

  it('says which method was chosen instead', () => {
    const { rejected } = evaluate(aCart([aLine('5')], { shipping: { id: '9', price: 100n } }), [free()]);
    const detail = { shipping_methods: ['7', '8'], actual: '9' };
    expect(rejected).toEqual([{ id: '1', title: '', reason: 'shipping_method', detail }]);
  });

  it('is gated by its items', () => {
    const { rejected } = evaluate(cart, [free({ match_items: allOf(itemRule('sku', '=', 'Z')) })]);
    expect(rejected.map(({ reason }) => reason)).toEqual(['match_items']);
  });
});
