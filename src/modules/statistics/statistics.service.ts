import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { Transactions } from '../../platform/database/connection/transactions';
import { OrderFiguresService, type StatusCounts } from '../orders/order-figures.service';
import { CurrenciesService } from '../settings/currencies.service';
import { type StatisticsWalk } from './data/statistics-walk.entity';
import { lockBooks, readBooks, readDays, readPending } from './data/statistics.queries';
import { type FiguresByDay, NONE, plus } from './domain/figures';
import { daysOf, type Period, type Window, windowOf } from './domain/window';
import { StatisticsBooksService } from './statistics-books.service';
import { StoreDays } from './store-days';
import { type Statistics } from './statistics.record';

/** The changes that are not in the days yet, and the time until which days and changes are complete. */
interface Rest {
  readonly asOf: Date | null;
  readonly changes: FiguresByDay;
}

/** Reads the days and the changes that are not counted yet. */
@Injectable()
export class StatisticsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly books: StatisticsBooksService,
    private readonly currencies: CurrenciesService,
    private readonly orders: OrderFiguresService,
    private readonly clock: Clock,
    private readonly days: StoreDays,
  ) {}

  /** The figures of each day of a period; they may lag. @throws ValidationFailed naming timeframe, from or to */
  async of(period: Period): Promise<Statistics> {
    const window = windowOf(period, this.days.of(this.clock.now()));
    return this.transactions.readLagging(
      (manager, lagMs) => this.inSnapshot(manager, window, lagMs),
      () => this.within(window),
    );
  }

  /** The numbers of orders by their status; they may lag. */
  statuses(): Promise<StatusCounts> {
    return this.transactions.readLagging((manager) => this.orders.statuses(manager));
  }

  /** The figures of the days of a window, as they are. */
  within(window: Window): Promise<Statistics> {
    const now = this.clock.now();
    return this.transactions.run(async (tx) => this.read(tx, await lockBooks(tx), window, now));
  }

  /** {@link within} in a snapshot of a replica. @param lagMs milliseconds by which it lags at most */
  async inSnapshot(manager: EntityManager, window: Window, lagMs: number): Promise<Statistics> {
    const then = new Date(this.clock.now().getTime() - lagMs);
    return this.read(manager, await readBooks(manager), window, then);
  }

  private async read(tx: EntityManager, books: StatisticsWalk, window: Window, now: Date): Promise<Statistics> {
    const currency = await this.currencies.findForCarts(tx, null);
    const { asOf, changes } = await this.rest(tx, books, now);
    const counted = await readDays(tx, window);
    const days = daysOf(window).map((day) => ({
      day,
      figures: plus(counted.get(day) ?? NONE, changes.get(day) ?? NONE),
    }));
    const { timeZone } = this.days;
    return { window, timeZone, asOf, currencyCode: currency?.code ?? '', days };
  }

  private async rest(tx: EntityManager, { walkedAt, countedWith }: StatisticsWalk, now: Date): Promise<Rest> {
    const pending = await readPending(tx);
    const asOf = 'since' in pending ? pending.since : now;
    const changes = 'since' in pending ? new Map() : await this.books.changesOf(tx, pending.touched);
    // Days of other settings are wrong until they are counted anew.
    return { asOf: walkedAt === null || !this.days.areOf(countedWith) ? null : asOf, changes };
  }
}
