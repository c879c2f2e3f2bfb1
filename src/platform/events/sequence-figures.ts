import { type EntityManager } from 'typeorm';
import { timeOfUuid } from '../../kernel/ids';
import { EventPosition, LAST_POSITION } from './event-position.entity';

/** Figures of the sequence: its last position and the events without one. */
export interface SequenceFigures {
  /** The last position given; 0: none. */
  readonly position: number;
  /** Events that have none yet, counted up to the limit. */
  readonly waiting: number;
  /** When the oldest of them happened; null: none waits. */
  readonly oldest: Date | null;
}

/** Reads {@link SequenceFigures}, by two statements. The index of positions has those without one first. @param limit of the count */
export async function readSequenceFigures(manager: EntityManager, limit: number): Promise<SequenceFigures> {
  const last = await manager.findOneByOrFail(EventPosition, { name: LAST_POSITION });
  const sql = `SELECT COUNT(*) AS waiting, MIN(id) AS oldest
    FROM (SELECT id FROM events WHERE position IS NULL ORDER BY id LIMIT ${limit}) found`;
  const [row] = await manager.query<{ waiting: string | number; oldest: string | null }[]>(sql);
  const oldest = row?.oldest ?? null;
  return {
    position: last.position,
    waiting: Number(row?.waiting ?? 0),
    oldest: oldest === null ? null : timeOfUuid(oldest),
  };
}
