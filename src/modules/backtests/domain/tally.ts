import { divideRounded } from '../../../kernel/money';
import { dearer, type LargestOrder, LargestOrders, otherDiscount } from './largest-orders';
import { type ThenAndTest } from './then-and-test';
import { type Whys } from './why';

export type { LargestOrder, ThenAndTest };

/** The outcome of one order. */
export interface Outcome {
  readonly orderId: string;
  /** When it was placed. */
  readonly at: Date;
  readonly discount: ThenAndTest;
  /** Totals. */
  readonly revenue: ThenAndTest;
  /** Discount of each tested promotion, by its place among them. */
  readonly applied: ReadonlyMap<number, bigint>;
  /** Discount of all other promotions. */
  readonly others: ThenAndTest;
  /** Whether a promotion takes off another amount. */
  readonly isOther: boolean;
}

/** Counts, and sums as decimal text: `[orders, touched, discount then, test, revenue then, test]`. */
type Sums = readonly [number, number, string, string, string, string];

/** The sums of a back-test so far, as JSON. */
export interface PackedTally {
  readonly all: Sums;
  /** Orders with a lower total in the test, and with a higher one; missing in a back-test that began before they were counted. */
  readonly paid?: readonly [less: number, more: number];
  /** Orders with the same total and other discounts, and the discount of other promotions; missing likewise. */
  readonly beside?: readonly [same: number, then: string, test: string];
  /** By day, oldest first. */
  readonly days: Readonly<Record<string, Sums>>;
  /** For each tested promotion: its orders, their discount, and the largest discount. */
  readonly promotions: readonly (readonly [number, string, string])[];
  /** Orders of each bin: then, test. */
  readonly bins: readonly (readonly [number, number])[];
  readonly largest: readonly LargestOrder[];
  /** Those whose total rises most; missing likewise. */
  readonly dearer?: readonly LargestOrder[];
}

interface RunningSums {
  orders: number;
  touched: number;
  readonly amounts: [bigint, bigint, bigint, bigint];
}

const DAY_MS = 86_400_000;
const UNIT = 10_000n;
/** Upper bounds of the bins in ten-thousandths: 0, 1, 2, 5, 10, 20, 50, … up to more than any amount. */
const BOUNDS: readonly bigint[] = [
  0n,
  ...Array.from({ length: 15 }, (_, i) => [1n, 2n, 5n].map((step) => step * 10n ** BigInt(i) * UNIT)).flat(),
];

/** The bounds of a bin of the histogram, in ten-thousandths: orders above the first, up to the second. */
export function binBounds(bin: number): readonly [bigint, bigint] {
  return [BOUNDS[bin - 1] ?? 0n, BOUNDS[bin] ?? 0n];
}

/** Whether a test touches an order: a tested promotion applies to it, or its discount is another one. */
export function isTouched({ discount, applied }: Outcome): boolean {
  return applied.size > 0 || discount.then !== discount.test;
}

/** Rounded to ten-thousandths; of nothing 0. */
export function averageOf(sum: bigint, count: number): bigint {
  return count === 0 ? 0n : divideRounded(sum, BigInt(count));
}

/** Adds up the outcomes of orders. The same outcomes in the same order make the same bytes, however they were batched. */
export class Tally {
  private readonly all: RunningSums;
  private readonly paid: [less: number, more: number] | undefined;
  private readonly beside: { same: number; then: bigint; test: bigint } | undefined;
  private readonly days: Map<string, RunningSums>;
  private readonly promotions: { orders: number; discount: bigint; largest: bigint }[];
  private readonly bins: [number, number][];
  private readonly largest: LargestOrders;
  private readonly dearer: LargestOrders | undefined;
  /** Number and sums of the order that was added last. */
  private latest: { readonly number: number; readonly sums: RunningSums } | undefined;

  /** @param packed what {@link pack} left; null: nothing yet @param promotions how many are tested */
  constructor(packed: PackedTally | null, promotions: number) {
    this.all = packed === null ? noSums() : unpackSums(packed.all);
    this.paid = packed === null ? [0, 0] : packed.paid && [...packed.paid];
    this.beside = unpackBeside(packed);
    this.days = new Map(Object.entries(packed?.days ?? {}).map(([day, sums]) => [day, unpackSums(sums)]));
    this.promotions = Array.from({ length: promotions }, (_, i) => {
      const [orders, discount, largest] = packed?.promotions[i] ?? [0, '0', '0'];
      return { orders, discount: BigInt(discount), largest: BigInt(largest) };
    });
    this.bins = BOUNDS.map((_, i) => [packed?.bins[i]?.[0] ?? 0, packed?.bins[i]?.[1] ?? 0]);
    this.largest = new LargestOrders(packed?.largest ?? [], otherDiscount);
    const most = packed === null ? [] : packed.dearer;
    this.dearer = most && new LargestOrders(most, dearer);
  }

  add(outcome: Outcome): void {
    addTo(this.all, outcome);
    if (this.paid !== undefined && outcome.revenue.test !== outcome.revenue.then) {
      this.paid[outcome.revenue.test < outcome.revenue.then ? 0 : 1] += 1;
    }
    this.addBeside(outcome);
    addTo(this.sumsOf(outcome.at), outcome);
    for (const [place, amount] of outcome.applied) {
      const sums = this.promotions[place];
      if (sums === undefined) continue;
      sums.orders += 1;
      sums.discount += amount;
      if (amount > sums.largest) sums.largest = amount;
    }
    this.count(outcome.discount.then, 0);
    this.count(outcome.discount.test, 1);
    for (const kept of this.shown) kept.add(outcome.orderId, outcome.discount, outcome.revenue);
  }

  /** Says why for those of the shown ones that nothing was said of. @param told by order */
  tell(told: ReadonlyMap<string, Whys>): void {
    for (const kept of this.shown) kept.tell(told);
  }

  /** Orders to show that nothing was said of. */
  get untold(): readonly string[] {
    return this.shown.flatMap(({ untold }) => untold);
  }

  pack(): PackedTally {
    return {
      all: packSums(this.all),
      ...(this.paid && { paid: this.paid }),
      ...(this.beside && { beside: [this.beside.same, String(this.beside.then), String(this.beside.test)] }),
      days: Object.fromEntries([...this.days].map(([day, sums]) => [day, packSums(sums)])),
      promotions: this.promotions.map(({ orders, discount, largest }) => [orders, String(discount), String(largest)]),
      bins: this.bins.map(([then, test]) => [then, test]),
      largest: this.largest.pack(),
      ...(this.dearer && { dearer: this.dearer.pack() }),
    };
  }

  private addBeside({ revenue, others, isOther }: Outcome): void {
    if (this.beside === undefined) return;
    if (isOther && revenue.then === revenue.test) this.beside.same += 1;
    this.beside.then += others.then;
    this.beside.test += others.test;
  }

  /** The sums of the day of an instant, UTC. Orders come day by day. */
  private sumsOf(at: Date): RunningSums {
    const number = Math.floor(at.getTime() / DAY_MS);
    if (this.latest?.number === number) return this.latest.sums;
    const day = at.toISOString().slice(0, 10);
    const sums = this.days.get(day) ?? noSums();
    this.days.set(day, sums);
    this.latest = { number, sums };
    return sums;
  }

  private count(discount: bigint, which: 0 | 1): void {
    const bin = this.bins[BOUNDS.findIndex((bound) => discount <= bound)];
    if (bin !== undefined) bin[which] += 1;
  }

  private get shown(): readonly LargestOrders[] {
    return this.dearer === undefined ? [this.largest] : [this.largest, this.dearer];
  }
}

/** The counts of {@link PackedTally.beside}. Undefined: the back-test began before they were kept. */
function unpackBeside(packed: PackedTally | null): { same: number; then: bigint; test: bigint } | undefined {
  const [same, then, test] = packed === null ? [0, 0, 0] : (packed.beside ?? []);
  return same === undefined ? undefined : { same, then: BigInt(then ?? 0), test: BigInt(test ?? 0) };
}

function noSums(): RunningSums {
  return { orders: 0, touched: 0, amounts: [0n, 0n, 0n, 0n] };
}

function addTo(sums: RunningSums, outcome: Outcome): void {
  const { discount, revenue } = outcome;
  sums.orders += 1;
  if (isTouched(outcome)) sums.touched += 1;
  sums.amounts[0] += discount.then;
  sums.amounts[1] += discount.test;
  sums.amounts[2] += revenue.then;
  sums.amounts[3] += revenue.test;
}

function packSums({ orders, touched, amounts: [a, b, c, d] }: RunningSums): Sums {
  return [orders, touched, String(a), String(b), String(c), String(d)];
}

function unpackSums([orders, touched, a, b, c, d]: Sums): RunningSums {
  return { orders, touched, amounts: [BigInt(a), BigInt(b), BigInt(c), BigInt(d)] };
}
