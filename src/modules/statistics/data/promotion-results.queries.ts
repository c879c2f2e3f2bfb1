import { type EntityManager } from 'typeorm';
import { exactSum, sumParts } from '../../../platform/database/rows/exact-sum';
import { CAME_TO_NOTHING, inDefault } from '../../orders/order.record';
import { addUses, type UsesOfDay } from '../domain/promotion-results';
import { type Window } from '../domain/window';

/** Uses that one statement adds up. */
const BATCH = 2000;
/** By how much the use may be written later than its order was: it is in the same transaction. */
const SLACK_MS = 600_000;

const NOTHING = [...CAME_TO_NOTHING].map((status) => `'${status}'`).join(', ');
const isEarlier = (one: string, oneId: string, other: string, otherId: string): string =>
  `(${one} < ${other} OR (${one} = ${other} AND ${oneId} < ${otherId}))`;
const USED_BEFORE = `SELECT SUBSTR(p.created_at, 1, 10) FROM promotion_redemptions p
  WHERE p.promotion_id = r.promotion_id AND p.customer_key = r.customer_key AND p.released_at IS NULL
    AND p.created_at <= r.created_at AND ${isEarlier('p.created_at', 'p.order_id', 'r.created_at', 'r.order_id')}
  ORDER BY p.created_at DESC LIMIT 1`;
const earlierOrder = (whose: string): string => `EXISTS (SELECT 1 FROM orders e WHERE ${whose}
  AND ${isEarlier('e.created_at', 'e.id', 'u.placed_at', 'u.order_id')} AND e.status NOT IN (${NOTHING}))`;

/** A customer is looked up by id or, without one, by e-mail address, each along an index of orders. */
const IS_FIRST = `u.customer_key IS NOT NULL AND u.used_before IS NULL AND u.placed_at IS NOT NULL
  AND NOT ${earlierOrder('e.customer_id = u.customer_id')}
  AND NOT ${earlierOrder('u.customer_id IS NULL AND e.customer_email = u.customer_email')}`;

const SQL = `SELECT u.day AS day, u.rate AS rate, u.used_before AS used_before, COUNT(*) AS orders,
    COUNT(u.customer_key) AS known, SUM(CASE WHEN ${IS_FIRST} THEN 1 ELSE 0 END) AS firsts,
    SUM(u.is_kept) AS kept, ${[...sumParts('u.discounted', 'discount'), ...sumParts('u.total', 'total')].join(', ')}
  FROM (SELECT SUBSTR(COALESCE(o.created_at, r.created_at), 1, 10) AS day, COALESCE(o.exchange_rate, '1') AS rate,
      r.order_id AS order_id, r.customer_key AS customer_key, o.created_at AS placed_at, o.customer_id AS customer_id,
      o.customer_email AS customer_email, COALESCE(r.discounted, r.amount) AS discounted,
      CASE WHEN o.status NOT IN (${NOTHING}) THEN 1 ELSE 0 END AS is_kept,
      CASE WHEN o.status NOT IN (${NOTHING}) THEN o.total ELSE 0 END AS total,
      (${USED_BEFORE}) AS used_before
    FROM promotion_redemptions r LEFT JOIN orders o ON o.id = r.order_id
    WHERE r.promotion_id = ? AND r.created_at > ? AND r.created_at <= ? AND r.released_at IS NULL) u
  GROUP BY u.day, u.rate, u.used_before`;

const END_OF_BATCH = `SELECT created_at AS until FROM promotion_redemptions
  WHERE promotion_id = ? AND created_at > ? AND created_at <= ? ORDER BY created_at LIMIT 1 OFFSET ?`;

/**
 * Returns the sums of a promotion's uses in a window, by day. The database adds up one batch at a time along an index, so
 * that no statement takes long, even with many uses. Uses that were given back do not count.
 * @param batch uses of a statement; those of one millisecond stay together
 * @returns at most one entry for two days of the window
 */
export async function readUses(
  manager: EntityManager,
  promotionId: string,
  { from, to }: Window,
  batch = BATCH,
): Promise<UsesOfDay[]> {
  const uses = new Map<string, UsesOfDay>();
  const end = new Date(Date.parse(`${to}T23:59:59.999Z`) + SLACK_MS);
  const start = new Date(Math.max(0, Date.parse(`${from}T00:00:00Z`) - SLACK_MS));
  for (let after = start; after < end;) {
    const [last] = await manager.query<{ until: unknown }[]>(END_OF_BATCH, [
      promotionId,
      text(after),
      text(end),
      batch - 1,
    ]);
    const until = last === undefined ? end : timeOf(last.until);
    const rows = await manager.query<Record<string, unknown>[]>(SQL, [promotionId, text(after), text(until)]);
    for (const one of rows.map(usesOf)) {
      const key = `${one.day} ${one.usedBefore}`;
      uses.set(key, addUses(one, uses.get(key)));
    }
    after = until;
  }
  return [...uses.values()];
}

function usesOf(row: Record<string, unknown>): UsesOfDay {
  const count = (name: string): bigint => BigInt(String(row[name]));
  return {
    day: String(row['day']),
    usedBefore: row['used_before'] === null ? null : String(row['used_before']),
    orders: count('orders'),
    known: count('known'),
    first: count('firsts'),
    discount: exactSum(row, 'discount'),
    kept: count('kept'),
    total: inDefault(exactSum(row, 'total'), String(row['rate'])),
  };
}

/** An instant as both engines compare it with a column. */
function text(instant: Date): string {
  return instant.toISOString().replace('T', ' ').replace('Z', '');
}

/** MariaDB returns a Date, SQLite its text. */
function timeOf(value: unknown): Date {
  return value instanceof Date ? value : new Date(`${String(value).replace(' ', 'T')}Z`);
}
