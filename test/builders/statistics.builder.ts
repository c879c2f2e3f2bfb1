import { DataSource, In, IsNull, Not } from 'typeorm';
import { StatisticsChange } from '../../src/modules/statistics/data/statistics-change.entity';
import { StatisticsDay } from '../../src/modules/statistics/data/statistics-day.entity';
import { StatisticsEntry } from '../../src/modules/statistics/data/statistics-entry.entity';
import { StatisticsWalk, WALK_ROW } from '../../src/modules/statistics/data/statistics-walk.entity';
import { StatisticsCountingService } from '../../src/modules/statistics/statistics-counting.service';
import { FIGURES } from '../../src/modules/statistics/domain/figures';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { EventRow } from '../../src/platform/events/event.entity';
import { type TestStore } from '../support/store';

type Row = Readonly<Record<(typeof FIGURES)[number], bigint> & { readonly day: string }>;

/** The books of statistics of a store without workers: what workers do happens when it is called. */
export class StatisticsBooks {
  readonly counting: StatisticsCountingService;
  private readonly source: DataSource;

  constructor(private readonly store: TestStore) {
    this.counting = store.app.get(StatisticsCountingService, { strict: false });
    this.source = store.app.get(DataSource);
  }

  /** Fans all events out, as far as statistics go. @returns how many events there were */
  async fanOut(): Promise<number> {
    return this.store.app.get(Transactions).run(async (tx) => {
      const events = await tx.find(EventRow, { where: { fannedOutAt: IsNull() } });
      await this.counting.note(tx, events);
      for (let at = 0; at < events.length; at += 500) {
        const ids = events.slice(at, at + 500).map(({ id }) => id);
        await tx.update(EventRow, { id: In(ids) }, { fannedOutAt: new Date(0) });
      }
      return events.length;
    });
  }

  /** Fans out and counts everything. @param limit changes of a batch */
  async settle(limit = 200): Promise<void> {
    await this.fanOut();
    while ((await this.counting.countChanges(limit)) > 0);
  }

  /** Makes the books those of a store in which no event was fanned out yet. */
  async unannounce(): Promise<void> {
    const { manager } = this.source;
    for (const entity of [StatisticsChange, StatisticsDay, StatisticsEntry]) await manager.clear(entity);
    await manager.update(EventRow, { fannedOutAt: Not(IsNull()) }, { fannedOutAt: null });
  }

  /** Makes the books those of a store right after the update that brought them: nothing was counted. */
  async forget(): Promise<void> {
    const { manager } = this.source;
    for (const entity of [StatisticsChange, StatisticsDay, StatisticsEntry]) await manager.clear(entity);
    await manager.update(StatisticsWalk, { id: WALK_ROW }, { object: 'order', walkedUntil: '0', walkedAt: null });
  }

  changes(): Promise<number> {
    return this.source.manager.count(StatisticsChange);
  }

  /** The days there are, and what the entries of each add up to. */
  async days(): Promise<{ days: Record<string, string>; entries: Record<string, string> }> {
    return {
      days: sums(await this.source.manager.find(StatisticsDay)),
      entries: sums(await this.source.manager.find(StatisticsEntry)),
    };
  }
}

/** Figures by day, as text, without days that have none. */
function sums(rows: readonly Row[]): Record<string, string> {
  const days = new Map<string, bigint[]>();
  for (const row of rows) {
    const before = days.get(row.day) ?? FIGURES.map(() => 0n);
    days.set(
      row.day,
      FIGURES.map((name, i) => (before[i] ?? 0n) + row[name]),
    );
  }
  const known = [...days].filter(([, figures]) => figures.some((figure) => figure !== 0n));
  return Object.fromEntries(known.map(([day, figures]) => [day, figures.join(' ')]));
}
