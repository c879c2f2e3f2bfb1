import { type EntityManager } from 'typeorm';
import { revisionCheck } from '../database/connection/assumed-revisions';
import { changedRows } from '../database/rows/changed-rows';
import { computedInsert, preparedColumn } from '../database/rows/computed-insert';
import { insertPrepared, type PreparedRow, requireById } from '../database/rows/row-reader';
import { EPOCH_ROW, EventEpoch } from './event-epoch.entity';
import { EventRow } from './event.entity';

const CURRENT_EPOCH = `FROM event_epochs WHERE id = ${EPOCH_ROW}`;
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
 * by. One event, the usual case, does both in its own INSERT and costs no statement more; several do it in one before, because
 * a UNION of rows needs a temporary table on MariaDB.
 * @throws CopyOutdated
 */
export async function insertEvents(manager: EntityManager, rows: readonly PreparedRow[]): Promise<void> {
  const [only] = rows;
  if (only === undefined) return;
  if (rows.length === 1) await insertOne(manager, only);
  else await insertSeveral(manager, rows);
}

async function insertOne(manager: EntityManager, row: PreparedRow): Promise<void> {
  const check = revisionCheck(manager);
  const from = check === undefined ? CURRENT_EPOCH : `${CURRENT_EPOCH} AND ${check.sql}`;
  const source = { computed: { epoch: 'epoch' }, from, values: check?.values ?? [] };
  const { sql, values } = computedInsert(manager, EventRow, row, source);
  const isWritten = (await changedRows(manager, sql, values)) === 1;
  check?.conclude(isWritten);
  if (!isWritten) throw new Error(NO_EPOCH);
}

async function insertSeveral(manager: EntityManager, rows: readonly PreparedRow[]): Promise<void> {
  const check = revisionCheck(manager);
  const sql = `SELECT epoch, ${check === undefined ? '1' : `(${check.sql})`} AS holds ${CURRENT_EPOCH}`;
  const [now] = await manager.query<{ epoch: number; holds: unknown }[]>(sql, [...(check?.values ?? [])]);
  if (now === undefined) throw new Error(NO_EPOCH);
  check?.conclude(Number(now.holds) === 1);
  const at = preparedColumn(manager, EventRow, 'epoch');
  const dated = rows.map((row) => row.map((value, i) => (i === at ? now.epoch : value)));
  await insertPrepared(manager, EventRow, dated);
}
