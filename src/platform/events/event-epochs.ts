import { type EntityManager } from 'typeorm';
import { revisionCheck } from '../database/connection/assumed-revisions';
import { changedRows } from '../database/rows/changed-rows';
import { computedInsert } from '../database/rows/computed-insert';
import { partsOf, type PreparedRow, requireById } from '../database/rows/row-reader';
import { EPOCH_ROW, EventEpoch } from './event-epoch.entity';
import { EventRow } from './event.entity';

const CURRENT_EPOCH = `FROM event_epochs WHERE id = ${EPOCH_ROW}`;
/** A UNION of more is slower than several. */
const EVENTS_AN_INSERT = 50;
const NO_EPOCH = 'the epoch of events is missing';

/**
 * Begins a new epoch for a subscriber that this transaction adds. Locks the epoch until the transaction ends, so
 * subscribers are added one at a time; writers of events do not wait for it.
 * @returns the new epoch: events that carry it or a later one are newer than the subscriber
 */
export async function beginEpoch(tx: EntityManager): Promise<number> {
  await tx.increment(EventEpoch, { id: EPOCH_ROW }, 'epoch', 1);
  return (await requireById(tx, EventEpoch, EPOCH_ROW)).epoch;
}

/**
 * Writes events with the epoch that the database has at this moment, and checks the copies in memory that the transaction went
 * by, in the same statement.
 * @throws CopyOutdated
 */
export async function insertEvents(manager: EntityManager, rows: readonly PreparedRow[]): Promise<void> {
  for (const part of partsOf(rows, EVENTS_AN_INSERT)) {
    const check = revisionCheck(manager);
    const from = check === undefined ? CURRENT_EPOCH : `${CURRENT_EPOCH} AND ${check.sql}`;
    const source = { computed: { epoch: 'epoch' }, from, values: check?.values ?? [] };
    const { sql, values } = computedInsert(manager, EventRow, part, source);
    const areWritten = (await changedRows(manager, sql, values)) === part.length;
    check?.conclude(areWritten);
    if (!areWritten) throw new Error(NO_EPOCH);
  }
}
