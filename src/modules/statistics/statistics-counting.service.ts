import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { Transactions } from '../../platform/database/connection/transactions';
import { insertRows } from '../../platform/database/rows/row-reader';
import { removeRows } from '../../platform/database/rows/row-removal';
import { type SeenEvent } from '../../platform/events/event-consumers';
import { LOGGER } from '../../platform/logging/logger';
import { StatisticsChange } from './data/statistics-change.entity';
import { StatisticsWalk, WALK_ROW } from './data/statistics-walk.entity';
import { lockBooks, readChanges, type Touched, touchedBy } from './data/statistics.queries';
import { COUNTED, type CountedObject } from './domain/contributions';
import { StatisticsBooksService } from './statistics-books.service';
import { StoreDays } from './store-days';

/**
 * Interval of the walk over all rows. Events announce changes, but a worker of a version without statistics, which still
 * runs during an update, announces none.
 */
const WALK_EVERY_MS = 24 * 60 * 60 * 1000;
/** Before all ids. */
const START = '0';

/** Keeps the days of statistics up to date, in batches, each a short transaction that holds the lock of the books. */
@Injectable()
export class StatisticsCountingService {
  constructor(
    private readonly transactions: Transactions,
    private readonly books: StatisticsBooksService,
    private readonly clock: Clock,
    private readonly days: StoreDays,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Records the orders and customers of events, in the transaction that fans them out. @returns whether there were any */
  async note(tx: EntityManager, events: readonly SeenEvent[]): Promise<boolean> {
    const rows = events.flatMap(({ id, object, objectId, occurredAt }) =>
      COUNTED.some((counted) => counted === object)
        ? [Object.assign(new StatisticsChange(), { id, object, objectId, occurredAt })]
        : [],
    );
    await insertRows(tx, StatisticsChange, rows);
    return rows.length > 0;
  }

  /** Counts the objects of the oldest changes. @returns how many changes that were */
  countChanges(limit: number): Promise<number> {
    return this.transactions.run(async (tx) => {
      await this.openBooks(tx);
      const changes = await readChanges(tx, limit);
      if (changes.length === 0) return 0;
      await this.books.count(tx, touchedBy(changes));
      await removeRows(tx, StatisticsChange, { keys: changes.map(({ id }) => id) });
      return changes.length;
    });
  }

  /**
   * Walks on over all orders, then all customers, and counts each: first those from before statistics, then, once a day, what
   * was missed. @returns whether there is more to walk over now
   */
  walkOn(limit: number): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      const { object, walkedUntil, walkedAt } = await this.openBooks(tx);
      const now = this.clock.now();
      if (walkedAt !== null && now.getTime() - walkedAt.getTime() < WALK_EVERY_MS) return false;
      const ids = await this.books.idsAfter(tx, object, walkedUntil, limit);
      await this.books.count(tx, only(object, ids));
      const isMore = ids.length === limit;
      await tx.update(
        StatisticsWalk,
        { id: WALK_ROW },
        isMore ? { walkedUntil: ids.at(-1) ?? START } : next(object, now),
      );
      return isMore || object === 'order';
    });
  }

  /**
   * Locks the books and makes them those of the settings of this process. Days that were counted with others are counted anew by a walk
   * over everything: each object moves from the days that it was on to those that it is on. One worker at a time counts, so that
   * workers with different settings begin anew only when one takes over from another.
   */
  private async openBooks(tx: EntityManager): Promise<StatisticsWalk> {
    const books = await lockBooks(tx);
    const { settings } = this.days;
    const { countedWith: from } = books;
    const isKept = this.days.areOf(from);
    if (isKept && from !== null) return books;
    const row = {
      countedWith: settings,
      ...(!isKept && { object: 'order' as const, walkedUntil: START, walkedAt: null }),
    };
    await tx.update(StatisticsWalk, { id: WALK_ROW }, row);
    if (from !== null)
      this.logger.warn(
        { from, to: settings },
        'the days of statistics were counted with other settings: they are counted anew',
      );
    return { ...books, ...row };
  }
}

function only(object: CountedObject, ids: readonly string[]): Touched {
  return { order: [], customer: [], [object]: ids };
}

/** After the orders come the customers, and after these it is over. */
function next(object: CountedObject, now: Date): Partial<StatisticsWalk> {
  if (object === 'order') return { object: 'customer', walkedUntil: START };
  return { object: 'order', walkedUntil: START, walkedAt: now };
}
