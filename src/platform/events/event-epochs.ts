import { type EntityManager } from 'typeorm';
import { insertComputed, preparedColumn } from '../database/rows/computed-insert';
import { insertPrepared, type PreparedRow, requireById } from '../database/rows/row-reader';
import { EPOCH_ROW, EventEpoch } from './event-epoch.entity';
import { EventRow } from './event.entity';

const CURRENT_EPOCH = `(SELECT epoch FROM event_epochs WHERE id = ${EPOCH_ROW})`;

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
 * Writes events with the epoch that the database has at this moment. One event, the usual case, reads it in its own
 * INSERT and costs no statement more; several read it first, because a UNION of rows needs a temporary table on MariaDB.
 */
export async function insertEvents(manager: EntityManager, rows: readonly PreparedRow[]): Promise<void> {
  const [only] = rows;
  if (only === undefined) return;
  if (rows.length === 1) {
    await insertComputed(manager, EventRow, only, { epoch: CURRENT_EPOCH });
    return;
  }
  const { epoch } = await requireById(manager, EventEpoch, EPOCH_ROW);
  const at = preparedColumn(manager, EventRow, 'epoch');
  const dated = rows.map((row) => row.map((value, i) => (i === at ? epoch : value)));
  await insertPrepared(manager, EventRow, dated);
}
