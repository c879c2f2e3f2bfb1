import { ApiProperty } from '@nestjs/swagger';
import { amountNumber } from '../../kernel/money';
import { objectSchema } from '../../platform/http/openapi/record-schemas';
import { type Job } from '../../platform/jobs/job.entity';
import { THEN_AND_TEST } from './backtest-order.record';
import { type BacktestInput, type BacktestProgress } from './backtest-replay';
import { type Backtest } from './data/backtest.entity';
import { type Assumed, assumptionsOf } from './domain/assumptions';
import { averageOf, binBounds, type LargestOrder, type PackedTally, type ThenAndTest } from './domain/tally';
import { type WhyLanguage } from './domain/why';
import { listedBacktest, ListedBacktestRecord } from './listed-backtest.record';

const count = (description: string, example = 12) => ({ type: 'integer' as const, description, example });
const amount = (description: string, example = 12.5) => ({ type: 'number' as const, description, example });
const text = (description: string) => ({ type: 'string' as const, description });
const listOf = (items: object, description: string) => ({ type: 'array' as const, items, description });
const DISCOUNT = { ...THEN_AND_TEST, description: 'Taken off, shipping included.' };
const REVENUE = { ...THEN_AND_TEST, description: 'Sum of the totals of the orders.' };

const PROMOTION = objectSchema(
  {
    id: text('Id, or the one that the request gave it.'),
    title: { type: 'string' },
    orders: count('Orders that it applies to.'),
    discount: amount('Sum that it takes off.'),
    average: amount('Of an order that it applies to, rounded to four decimals.'),
    largest: amount('Off one order.'),
  },
  { title: 'BacktestPromotion' },
);
const DAY = objectSchema(
  {
    day: { type: 'string', format: 'date', description: 'UTC.', example: '2026-01-31' },
    orders: count('Orders placed then.'),
    touched: count('Of these, orders that the test touches.'),
    discount: DISCOUNT,
    revenue: REVENUE,
  },
  { title: 'BacktestDay' },
);
const BIN = objectSchema(
  {
    above: amount('Discounts above this; the first bin has those of 0.', 5),
    up_to: amount('Discounts up to this.', 10),
    then: count('Orders with such a discount.'),
    test: count('Orders with such a discount in the test.'),
  },
  { title: 'BacktestBin' },
);
const END = objectSchema(
  { discount: amount('Taken off.'), total: amount('Of the order.', 48) },
  { title: 'BacktestEnd' },
);
const LARGEST = objectSchema(
  {
    order: text('Id of the order.'),
    before: END,
    after: END,
    why: text('What changed, in words: `reasons` as one text.'),
    reasons: listOf(
      { type: 'string', example: 'Three cups for two would have taken off £7.50.' },
      'What changed: a statement about each promotion that takes off another amount, in the language of `Accept-Language`.',
    ),
  },
  { title: 'BacktestLargest' },
);
const RESULT = objectSchema(
  {
    orders: count('Orders that were replayed.'),
    touched: count('Orders that a tested promotion applies to, or whose discount is another one.'),
    pay_less: {
      ...count('Orders with a lower total in the test. Null in a back-test of an older version.'),
      nullable: true,
    },
    pay_more: {
      ...count('Orders with a higher total in the test. Null in a back-test of an older version.', 0),
      nullable: true,
    },
    pay_same: {
      ...count(
        'Orders with the same total and other discounts in the test. Null in a back-test of an older version.',
        0,
      ),
      nullable: true,
    },
    discount: DISCOUNT,
    others: {
      ...THEN_AND_TEST,
      nullable: true,
      description: 'Of this, taken off by promotions that are not tested. Null in a back-test of an older version.',
    },
    revenue: REVENUE,
    promotions: listOf(PROMOTION, 'The tested promotions, in the order of the request.'),
    days: listOf(DAY, 'Days with orders, oldest first.'),
    histogram: listOf(BIN, 'Orders by discount, up to the largest one.'),
    largest: listOf(LARGEST, 'The ten orders whose discount differs most.'),
    dearer: {
      ...listOf(LARGEST, 'The ten orders whose total rises most. Null in a back-test of an older version.'),
      nullable: true,
    },
    assumptions: listOf({ type: 'string' }, 'What the test takes for granted, in the language of `Accept-Language`.'),
  },
  {
    title: 'BacktestResult',
    nullable: true,
    description: 'Null until it is done. Amounts are in the default currency.',
  },
);

/** Counts and sums of orders. */
interface ShownSums {
  readonly orders: number;
  readonly touched: number;
  readonly discount: ThenAndTest<number>;
  readonly revenue: ThenAndTest<number>;
}

interface ShownEnd {
  readonly discount: number;
  readonly total: number;
}

/** An order of those that change most. */
interface ShownOrder {
  readonly order: string;
  readonly before: ShownEnd;
  readonly after: ShownEnd;
  readonly why: string;
  readonly reasons: readonly string[];
}

/** The result of a test. */
interface BacktestResult extends ShownSums {
  readonly pay_less: number | null;
  readonly pay_more: number | null;
  readonly pay_same: number | null;
  readonly others: ThenAndTest<number> | null;
  readonly promotions: readonly {
    readonly id: string;
    readonly title: string;
    readonly orders: number;
    readonly discount: number;
    readonly average: number;
    readonly largest: number;
  }[];
  readonly days: readonly (ShownSums & { readonly day: string })[];
  readonly histogram: readonly {
    readonly above: number;
    readonly up_to: number;
    readonly then: number;
    readonly test: number;
  }[];
  readonly largest: readonly ShownOrder[];
  readonly dearer: readonly ShownOrder[] | null;
  readonly assumptions: readonly string[];
}

/** A back-test (promotions-at-scale.md 10). */
export class BacktestRecord extends ListedBacktestRecord {
  @ApiProperty(RESULT)
  result!: BacktestResult | null;
}

/** The record of a back-test. @param job its job @param language of the reasons */
export function backtestRecord(row: Backtest, job: Job, language: WhyLanguage): BacktestRecord {
  const progress = job.progress as BacktestProgress | null;
  const isDone = job.state === 'done' && progress !== null;
  return {
    ...listedBacktest(row, job),
    result: isDone ? resultOf(progress.tally, job.input as BacktestInput, language) : null,
  };
}

/** Facts of a request that its assumptions depend on. */
function assumedOf({ promotions, baseline = null, ...request }: BacktestInput): Assumed {
  return {
    ...request,
    baseline: baseline === null ? 'then' : 'live',
    hasLimits: [...promotions, ...(baseline ?? [])].some(
      ({ maxUses, customerUses, budget }) => maxUses > 0 || customerUses > 0 || budget !== '0',
    ),
    hasDates: promotions.some(({ from, to }) => from !== null || to !== null),
  };
}

/** Counts that back-tests of older versions do not have. */
function laterCounts({
  paid,
  beside,
}: PackedTally): Pick<BacktestResult, 'pay_less' | 'pay_more' | 'pay_same' | 'others'> {
  return {
    pay_less: paid?.[0] ?? null,
    pay_more: paid?.[1] ?? null,
    pay_same: beside?.[0] ?? null,
    others: beside === undefined ? null : { then: shown(beside[1]), test: shown(beside[2]) },
  };
}

function resultOf(tally: PackedTally, input: BacktestInput, language: WhyLanguage): BacktestResult {
  return {
    ...sumsOf(tally.all),
    ...laterCounts(tally),
    promotions: input.promotions.map(({ id, title }, i) => {
      const [orders, discount, largest] = tally.promotions[i] ?? [0, '0', '0'];
      const sums = { discount: shown(discount), average: amountNumber(averageOf(BigInt(discount), orders)) };
      return { id, title, orders, ...sums, largest: shown(largest) };
    }),
    days: Object.entries(tally.days).map(([day, sums]) => ({ day, ...sumsOf(sums) })),
    histogram: histogramOf(tally.bins),
    largest: tally.largest.map((one) => largestOf(one, language)),
    dearer: tally.dearer?.map((one) => largestOf(one, language)) ?? null,
    assumptions: assumptionsOf(assumedOf(input), language),
  };
}

function sumsOf([orders, touched, a, b, c, d]: PackedTally['all']): ShownSums {
  return {
    orders,
    touched,
    discount: { then: shown(a), test: shown(b) },
    revenue: { then: shown(c), test: shown(d) },
  };
}

function histogramOf(bins: PackedTally['bins']): BacktestResult['histogram'] {
  const last = bins.findLastIndex(([then, test]) => then + test > 0);
  return bins.slice(0, last + 1).map(([then, test], i) => {
    const [above, upTo] = binBounds(i);
    return { above: amountNumber(above), up_to: amountNumber(upTo), then, test };
  });
}

function largestOf({ orderId, discount, revenue, why }: LargestOrder, language: WhyLanguage): ShownOrder {
  const reasons = typeof why === 'string' ? [why] : (why?.[language] ?? []);
  return {
    order: orderId,
    before: { discount: shown(discount.then), total: shown(revenue.then) },
    after: { discount: shown(discount.test), total: shown(revenue.test) },
    why: reasons.join(' '),
    reasons,
  };
}

const shown = (amountText: string): number => amountNumber(BigInt(amountText));
