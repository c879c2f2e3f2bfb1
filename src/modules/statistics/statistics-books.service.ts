import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { insertRows } from '../../platform/database/rows/row-reader';
import { removeRows } from '../../platform/database/rows/row-removal';
import { CustomerFiguresService } from '../customers/customer-figures.service';
import { OrderFiguresService } from '../orders/order-figures.service';
import { type MoneyMove, MoneyMovesService } from '../payments/money-moves.service';
import { StatisticsDay } from './data/statistics-day.entity';
import { StatisticsEntry } from './data/statistics-entry.entity';
import { countedIdsAfter, readEntries, readTheseDays, type Touched } from './data/statistics.queries';
import {
  changedDays,
  changedObjects,
  type Contribution,
  COUNTED,
  type CountedObject,
  ofCustomer,
  ofOrder,
} from './domain/contributions';
import { type FiguresByDay, NONE, plus } from './domain/figures';
import { StoreDays } from './store-days';

/** The contributions of objects as last counted, and as they are now. */
interface Recount {
  readonly before: readonly Contribution[];
  readonly after: readonly Contribution[];
}

/**
 * Counts orders and customers into days. The contribution of an object is computed from its current rows, and the days
 * change by the difference to its last entry. Counting it late or twice therefore changes nothing.
 */
@Injectable()
export class StatisticsBooksService {
  constructor(
    private readonly orders: OrderFiguresService,
    private readonly moves: MoneyMovesService,
    private readonly customers: CustomerFiguresService,
    private readonly days: StoreDays,
  ) {}

  /** By how much the days change once these objects are counted. Writes nothing. */
  async changesOf(tx: EntityManager, touched: Touched): Promise<FiguresByDay> {
    const { before, after } = await this.recount(tx, touched);
    return changedDays(before, after);
  }

  /** Counts these objects as they are now; those that are gone count no more. Call with the books locked. */
  async count(tx: EntityManager, touched: Touched): Promise<void> {
    const { before, after } = await this.recount(tx, touched);
    const changed = changedObjects(before, after);
    const isChanged = ({ object, objectId }: Contribution): boolean => changed[object].includes(objectId);
    await this.replaceEntries(tx, changed, after.filter(isChanged));
    await this.addToDays(tx, changedDays(before, after));
  }

  /** Ids of a kind after one, ascending: of objects there are, and of those that were counted and are gone. */
  async idsAfter(tx: EntityManager, object: CountedObject, after: string, limit: number): Promise<string[]> {
    const kind = object === 'order' ? this.orders : this.customers;
    const present = await kind.idsAfter(tx, after, limit);
    const counted = await countedIdsAfter(tx, object, after, limit);
    const ids = [...new Set([...present, ...counted])].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
    return ids.slice(0, limit);
  }

  private async replaceEntries(tx: EntityManager, of: Touched, entries: readonly Contribution[]): Promise<void> {
    for (const object of COUNTED) {
      if (of[object].length > 0) await tx.delete(StatisticsEntry, { object, objectId: In([...of[object]]) });
    }
    const rows = entries.map(({ figures, ...key }) => Object.assign(new StatisticsEntry(), key, figures));
    await insertRows(tx, StatisticsEntry, rows);
  }

  private async addToDays(tx: EntityManager, changes: FiguresByDay): Promise<void> {
    const before = await readTheseDays(tx, [...changes.keys()]);
    const rows = [...changes].map(([day, change]) =>
      Object.assign(new StatisticsDay(), { day }, plus(before.get(day) ?? NONE, change)),
    );
    await removeRows(tx, StatisticsDay, { keys: [...before.keys()] });
    await insertRows(tx, StatisticsDay, rows);
  }

  private async recount(tx: EntityManager, { order, customer }: Touched): Promise<Recount> {
    const before = [...(await readEntries(tx, 'order', order)), ...(await readEntries(tx, 'customer', customer))];
    const orders = await this.orders.of(tx, order);
    const moves = await this.movesOf(tx, order);
    const customers = await this.customers.of(tx, customer);
    const after = [
      ...orders.flatMap((one) => ofOrder({ ...one, day: this.days.of(one.createdAt) }, moves.get(one.id) ?? [])),
      ...customers.map(({ id, createdAt }) => ofCustomer({ id, day: this.days.of(createdAt) })),
    ];
    return { before, after };
  }

  private async movesOf(tx: EntityManager, orderIds: readonly string[]): Promise<ReadonlyMap<string, MoneyMove[]>> {
    const moves = new Map<string, MoneyMove[]>();
    for (const move of await this.moves.of(tx, orderIds, (instant) => this.days.of(instant))) {
      const ofOne = moves.get(move.orderId);
      if (ofOne === undefined) moves.set(move.orderId, [move]);
      else ofOne.push(move);
    }
    return moves;
  }
}
