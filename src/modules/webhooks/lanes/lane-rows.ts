import { type EntityManager } from 'typeorm';
import { isEmbedded } from '../../../platform/database/connection/dialect';
import { changedRows } from '../../../platform/database/rows/changed-rows';
import { storedTime } from '../../../platform/database/rows/stored-time';
import { type Lane, laneKey, type LaneMember } from '../domain/lane-order';

/** Statements over lanes (events.md 14). Each takes at most some hundred ids. */

const PENDING = `SELECT 1 FROM webhook_deliveries d WHERE d.id = webhook_lanes.id AND d.state = 'pending'`;
const OF_LANE = 'l.object_id = ? AND l.object = ? AND l.webhook_id = ?';

const marks = (values: readonly unknown[]): string => values.map(() => '?').join();

/** Locks webhooks until the transaction ends: nobody else changes their lanes. @returns those that are there */
export async function lockWebhooks(tx: EntityManager, ids: Iterable<string>): Promise<ReadonlySet<string>> {
  const wanted = [...new Set(ids)];
  const lock = isEmbedded(tx) ? '' : ' FOR UPDATE';
  const sql = `SELECT id FROM webhooks WHERE id IN (${marks(wanted)}) ORDER BY id${lock}`;
  const rows = await tx.query<{ id: string }[]>(sql, wanted);
  return new Set(rows.map(({ id }) => id));
}

interface RawLane {
  readonly webhook_id: string;
  readonly object: string;
  readonly object_id: string;
}

const laneOf = ({ webhook_id: webhookId, object, object_id: objectId }: RawLane): Lane => ({
  webhookId,
  object,
  objectId,
});

/** Returns the lanes of these deliveries. */
export async function lanesOf(tx: EntityManager, ids: readonly string[]): Promise<Lane[]> {
  const columns = 'webhook_id, object, object_id';
  const sql = `SELECT DISTINCT ${columns} FROM webhook_lanes WHERE id IN (${marks(ids)})`;
  return (await tx.query<RawLane[]>(sql, [...ids])).map(laneOf);
}

/** Returns the lanes of these objects in which a delivery is awake, those of other webhooks too. */
export async function lanesInUse(tx: EntityManager, lanes: readonly Lane[]): Promise<Lane[]> {
  const [ids, objects] = [
    [...new Set(lanes.map(({ objectId }) => objectId))],
    [...new Set(lanes.map(({ object }) => object))],
  ];
  const sql = `SELECT webhook_id, object, object_id FROM webhook_lanes
    WHERE object_id IN (${marks(ids)}) AND object IN (${marks(objects)}) AND is_awake = 1`;
  return (await tx.query<RawLane[]>(sql, [...ids, ...objects])).map(laneOf);
}

/** Returns the lanes of a webhook in which more than one delivery is awake. */
export async function crowdedLanes(tx: EntityManager, webhookId: string): Promise<Lane[]> {
  const sql = `SELECT webhook_id, object, object_id FROM webhook_lanes WHERE webhook_id = ? AND is_awake = 1
    GROUP BY webhook_id, object, object_id HAVING COUNT(*) > 1`;
  return (await tx.query<RawLane[]>(sql, [webhookId])).map(laneOf);
}

interface RawMember extends RawLane {
  readonly id: string | number;
  readonly object_version: number;
  readonly is_awake: number | boolean;
  readonly state: string | null;
  readonly is_under_way: number;
}

/** Returns, by lane, the deliveries that are awake and the first of those that wait. */
export async function readMembers(
  tx: EntityManager,
  lanes: readonly Lane[],
  now: Date,
): Promise<ReadonlyMap<string, LaneMember[]>> {
  const members = `SELECT l.id, l.webhook_id, l.object, l.object_id, l.object_version, l.is_awake, d.state,
    CASE WHEN d.lease_until >= ? THEN 1 ELSE 0 END AS is_under_way
    FROM webhook_lanes l LEFT JOIN webhook_deliveries d ON d.id = l.id WHERE ${OF_LANE}`;
  const first = `SELECT * FROM (${members} AND l.is_awake = 0 ORDER BY l.object_version, l.id LIMIT 1) AS waiting`;
  const sql = lanes.map(() => `${members} AND l.is_awake = 1 UNION ALL ${first}`).join(' UNION ALL ');
  const at = storedTime(tx, now);
  const parameters = lanes.flatMap(({ webhookId, object, objectId }) => {
    const one = [at, objectId, object, webhookId];
    return [...one, ...one];
  });
  const found = new Map(lanes.map((lane): [string, LaneMember[]] => [laneKey(lane), []]));
  for (const row of await tx.query<RawMember[]>(sql, parameters)) {
    found.get(laneKey(laneOf(row)))?.push({
      id: String(row.id),
      version: row.object_version,
      isAwake: Boolean(row.is_awake),
      isPending: row.state === 'pending',
      isUnderWay: row.is_under_way === 1,
    });
  }
  return found;
}

/** Has deliveries wait, unless a worker claims them in this moment. A lease that ended counts as lost. @returns how many wait */
export async function putToSleep(tx: EntityManager, ids: readonly string[], now: Date): Promise<number> {
  if (ids.length === 0) return 0;
  const at = storedTime(tx, now);
  // Before the token: MySQL assigns from left to right.
  const slept = await changedRows(
    tx,
    `UPDATE webhook_deliveries
      SET lost_leases = CASE WHEN lease_token IS NULL THEN lost_leases ELSE lost_leases + 1 END,
        due_at = NULL, lease_token = NULL, lease_until = NULL, updated_at = ?
      WHERE id IN (${marks(ids)}) AND state = 'pending' AND (lease_until IS NULL OR lease_until < ?)`,
    [at, ...ids, at],
  );
  const asleep = `SELECT 1 FROM webhook_deliveries d WHERE d.id = webhook_lanes.id AND d.due_at IS NULL`;
  await changedRows(
    tx,
    `UPDATE webhook_lanes SET is_awake = 0 WHERE id IN (${marks(ids)}) AND EXISTS (${asleep})`,
    ids,
  );
  return slept;
}

/** Makes deliveries that waited due now. */
export async function wake(tx: EntityManager, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  const at = storedTime(tx, now);
  const due = `UPDATE webhook_deliveries SET due_at = ?, updated_at = ? WHERE id IN (${marks(ids)}) AND state = 'pending'`;
  await changedRows(tx, due, [at, at, ...ids]);
  await changedRows(tx, `UPDATE webhook_lanes SET is_awake = 1 WHERE id IN (${marks(ids)})`, ids);
}

/** Takes deliveries that have ended out of their lanes. */
export async function removeEnded(tx: EntityManager, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await changedRows(tx, `DELETE FROM webhook_lanes WHERE id IN (${marks(ids)}) AND NOT EXISTS (${PENDING})`, ids);
}

/** Adds due deliveries to the lanes of their objects, awake. Pings have no object. @param which SQL condition over `d` */
export async function addDue(tx: EntityManager, which: string, parameters: readonly unknown[]): Promise<void> {
  await changedRows(
    tx,
    `INSERT INTO webhook_lanes (id, webhook_id, object, object_id, object_version, is_awake)
      SELECT d.id, d.webhook_id, e.object, e.object_id, e.object_version, 1
      FROM webhook_deliveries d JOIN events e ON e.id = d.event_id LEFT JOIN webhook_lanes l ON l.id = d.id
      WHERE d.state = 'pending' AND d.due_at IS NOT NULL AND l.id IS NULL AND ${which}`,
    parameters,
  );
}

/** Marks deliveries that waited and were made due as awake. */
export async function markDue(tx: EntityManager, ids: readonly string[]): Promise<void> {
  const due = `SELECT 1 FROM webhook_deliveries d WHERE d.id = webhook_lanes.id AND d.due_at IS NOT NULL`;
  const sql = `UPDATE webhook_lanes SET is_awake = 1 WHERE id IN (${marks(ids)}) AND is_awake = 0 AND EXISTS (${due})`;
  await changedRows(tx, sql, ids);
}

/** Makes all deliveries of a webhook that wait due now, and removes its lanes. */
export async function wakeAll(tx: EntityManager, webhookId: string, now: Date): Promise<void> {
  const sql = `UPDATE webhook_deliveries SET due_at = ? WHERE webhook_id = ? AND state = 'pending' AND due_at IS NULL`;
  await changedRows(tx, sql, [storedTime(tx, now), webhookId]);
  await removeAll(tx, webhookId);
}

/** Removes the lanes of a webhook. */
export async function removeAll(tx: EntityManager, webhookId: string): Promise<void> {
  await changedRows(tx, 'DELETE FROM webhook_lanes WHERE webhook_id = ?', [webhookId]);
}

/** Some entries, looked at for faults. */
export interface LookedAt {
  /** The highest id of them; undefined: there are no more. */
  readonly last: string | undefined;
  readonly ended: readonly string[];
  readonly broken: readonly Lane[];
}

interface RawFault extends RawLane {
  readonly id: string | number;
  readonly is_ended: number;
  readonly is_stuck: number;
}

/** Looks at the next entries by id for deliveries that have ended, and for lanes in which none is awake. */
export async function lookAt(manager: EntityManager, after: string, limit: number): Promise<LookedAt> {
  const awake = `SELECT 1 FROM webhook_lanes a
    WHERE a.object_id = l.object_id AND a.object = l.object AND a.webhook_id = l.webhook_id AND a.is_awake = 1`;
  const sql = `SELECT l.id, l.webhook_id, l.object, l.object_id,
      CASE WHEN d.state = 'pending' THEN 0 ELSE 1 END AS is_ended,
      CASE WHEN EXISTS (${awake}) THEN 0 ELSE 1 END AS is_stuck
    FROM webhook_lanes l LEFT JOIN webhook_deliveries d ON d.id = l.id WHERE l.id > ? ORDER BY l.id LIMIT ${limit}`;
  const rows = await manager.query<RawFault[]>(sql, [after]);
  const faulty = rows.filter((row) => row.is_ended + row.is_stuck > 0);
  const last = rows.at(-1)?.id;
  return {
    last: rows.length < limit || last === undefined ? undefined : String(last),
    ended: faulty.filter((row) => row.is_ended === 1).map(({ id }) => String(id)),
    broken: [...new Map(faulty.map((row) => [laneKey(laneOf(row)), laneOf(row)])).values()],
  };
}
