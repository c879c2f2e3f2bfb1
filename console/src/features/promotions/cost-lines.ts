import { type Backtest } from './backtest-state';

/** An amount as it was, and as it comes out of the test. */
export interface ThenAndTest {
  readonly then: number;
  readonly test: number;
}

type Result = Pick<NonNullable<Backtest['result']>, 'discount' | 'others' | 'revenue'>;

/** Parts of one unit that the store keeps of an amount. */
const PARTS = 10_000;
/** The difference of two amounts, without the noise of binary fractions. */
const minus = (a: number, b: number): number => Math.round((a - b) * PARTS) / PARTS;

/**
 * The lines of the cost of a back-test: the discount of the tested promotions, that of the others, and what customers pay.
 * Of a back-test of an older version the first is the discount of all, and there is no second.
 */
export function costLines({ discount, others, revenue }: Result) {
  const none = { then: 0, test: 0 };
  const beside = others ?? none;
  const tested = { then: minus(discount.then, beside.then), test: minus(discount.test, beside.test) };
  return { tested, others, paid: revenue } satisfies Readonly<Record<string, ThenAndTest | null>>;
}

/** Orders that a test changes: they cost less, more, or the same by other discounts. Undefined: an older version did not count them. */
export function changedOrders({
  pay_less: less,
  pay_more: more,
  pay_same: same,
}: Pick<NonNullable<Backtest['result']>, 'pay_less' | 'pay_more' | 'pay_same'>): number | undefined {
  return less === null || more === null || same === null ? undefined : less + more + same;
}
