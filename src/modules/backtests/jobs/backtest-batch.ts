import { type OrderPlace, type PastOrder } from '../../orders/placed-orders.service';
import { customerKey } from '../../promotions/customer-key';
import { type PoolLookup } from '../../promotions/pool-codes';
import {
  type BacktestProgress,
  type BacktestReplay,
  isListed,
  type ReplayedOrder,
  type UseBooks,
} from '../backtest-replay';
import { type Tally } from '../domain/tally';
import { type TestedUse } from '../domain/use-book';

/** The findings of one batch of a back-test so far: they are written at its end. */
export class BacktestBatch {
  readonly tally: Tally;
  /** Orders to list. */
  readonly touched: ReplayedOrder[] = [];
  /** Place of the order that was read last. */
  place: OrderPlace;
  lookedAt = 0;
  private readonly books: UseBooks;
  private readonly known = new Set<string>();

  constructor(
    readonly replay: BacktestReplay,
    progress: BacktestProgress | null,
  ) {
    this.place = replay.start(progress);
    this.tally = replay.tally(progress);
    this.books = replay.books(progress);
  }

  /** Customers of orders whose earlier uses are not in the books yet; from now on they are. */
  newCustomers(orders: readonly PastOrder[]): string[] {
    const keys = new Set(orders.flatMap(({ customer }) => customerKey(customer) ?? []));
    const unknown = [...keys].filter((key) => !this.known.has(key));
    for (const key of unknown) this.known.add(key);
    return unknown;
  }

  /** {@link UseBook.recall} */
  recall(ofCustomers: readonly TestedUse[], due: readonly TestedUse[]): void {
    for (const book of this.both) book.recall(ofCustomers, due);
  }

  /** Replays an order. */
  add(order: PastOrder, pools: PoolLookup): ReplayedOrder {
    const one = this.replay.replay(order, this.books, pools);
    this.tally.add(one.outcome);
    if (isListed(one)) this.touched.push(one);
    return one;
  }

  /** Notes that all orders up to a place were looked at. */
  reach(place: OrderPlace, lookedAt: number): void {
    for (const book of this.both) book.settle(place.at);
    this.place = place;
    this.lookedAt += lookedAt;
  }

  /** Uses that its orders took. */
  get uses(): readonly TestedUse[] {
    return this.both.flatMap(({ taken }) => taken);
  }

  get progress(): BacktestProgress {
    const { at, id } = this.place;
    const { then, test } = this.books;
    return { at: at.toISOString(), id, tally: this.tally.pack(), uses: test.pack(), usesThen: then.pack() };
  }

  private get both() {
    return [this.books.then, this.books.test];
  }
}
