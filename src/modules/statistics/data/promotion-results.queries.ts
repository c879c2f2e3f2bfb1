import { type EntityManager } from 'typeorm';
import { exactSum, sumParts } from '../../../platform/database/rows/exact-sum';
import { CAME_TO_NOTHING, inDefault } from '../../orders/order.record';
import { addUses, type UsesOfDay } from '../domain/promotion-results';
import { type Window, type ZoneDays } from '../domain/window';

/** Uses that one statement adds up. */
const BATCH = 2000;
/** By how much the use may be written later than its order was: it is in the same transaction. */
const SLACK_MS = 600_000;

/** The part of times that uses are grouped by: days, which the database knows in UTC alone, or minutes. */
const [DAY_LENGTH, MINUTE_LENGTH] = ['2026-01-31'.length, '2026-01-31 12:00'.length];

const NOTHING = [...CAME_TO_NOTHING].map((status) => `'${status}'`).join(', ');
const isEarlier = (one: string, oneId: string, other: string, otherId: string): string =>
  `(${one} < ${other} OR (${one} = ${other} AND ${oneId} < ${otherId}))`;
const usedBefore = (length: number): string => `SELECT SUBSTR(p.created_at, 1, ${length}) FROM promotion_redemptions p
  WHERE p.promotion_id = r.promotion_id AND p.customer_key = r.customer_key AND p.released_at IS NULL
    AND p.created_at <= r.created_at AND ${isEarlier('p.created_at', 'p.order_id', 'r.created_at', 'r.order_id')}
  ORDER BY p.created_at DESC LIMIT 1`;
const earlierOrder = (whose: string): string => `EXISTS (SELECT 1 FROM orders e WHERE ${whose}
  AND ${isEarlier('e.created_at', 'e.id', 'u.placed_at', 'u.order_id')} AND e.status NOT IN (${NOTHING}))`;

/** A customer is looked up by id or, without one, by e-mail address, each along an index of orders. */
const IS_FIRST = `u.customer_key IS NOT NULL AND u.used_before IS NULL AND u.placed_at IS NOT NULL
  AND NOT ${earlierOrder('e.customer_id = u.customer_id')}
  AND NOT ${earlierOrder('u.customer_id IS NULL AND e.customer_email = u.customer_email')}`;

const SUMS = [
  ...sumParts('u.discounted', 'discount'),
  ...sumParts('u.discount_tax', 'discount_tax'),
  ...sumParts('u.total', 'total'),
].join(', ');

const sql = (
  withTests: boolean,
  length: number,
): string => `SELECT u.day AS day, u.rate AS rate, u.used_before AS used_before, COUNT(*) AS orders,
    COUNT(u.customer_key) AS known, SUM(CASE WHEN ${IS_FIRST} THEN 1 ELSE 0 END) AS firsts,
    SUM(u.is_kept) AS kept, ${SUMS}
  FROM (SELECT SUBSTR(COALESCE(o.created_at, r.created_at), 1, ${length}) AS day, COALESCE(o.exchange_rate, '1') AS rate,
      r.order_id AS order_id, r.customer_key AS customer_key, o.created_at AS placed_at, o.customer_id AS customer_id,
      o.customer_email AS customer_email, COALESCE(r.discounted, r.amount) AS discounted,
      COALESCE(d.tax_amount, 0) AS discount_tax,
      CASE WHEN o.status NOT IN (${NOTHING}) THEN 1 ELSE 0 END AS is_kept,
      CASE WHEN o.status NOT IN (${NOTHING}) THEN o.total ELSE 0 END AS total,
      (${usedBefore(length)}) AS used_before
    FROM promotion_redemptions r LEFT JOIN orders o ON o.id = r.order_id
      LEFT JOIN order_discounts d ON d.promotion_id = r.promotion_id AND d.order_id = r.order_id
    WHERE r.promotion_id = ? AND r.created_at > ? AND r.created_at <= ? AND r.released_at IS NULL
      ${withTests ? '' : 'AND o.is_test IS NULL'}) u
  GROUP BY u.day, u.rate, u.used_before`;

const END_OF_BATCH = `SELECT created_at AS until FROM promotion_redemptions
  WHERE promotion_id = ? AND created_at > ? AND created_at <= ? ORDER BY created_at LIMIT 1 OFFSET ?`;

/** Which uses count. */
interface UsesOf {
  readonly promotionId: string;
  /** Whether those of orders that were paid without money do. */
  readonly withTests: boolean;
  readonly days: ZoneDays;
}

/**
 * Returns the sums of a promotion's uses in a window, by day. The database adds up one batch at a time along an index, so
 * that no statement takes long, even with many uses. Uses that were given back do not count.
 * @param batch uses of a statement; those of one millisecond stay together
 * @returns at most one entry for two days of the window
 */
export async function readUses(
  manager: EntityManager,
  { promotionId, withTests, days }: UsesOf,
  window: Window,
  batch = BATCH,
): Promise<UsesOfDay[]> {
  const uses = new Map<string, RatedUses>();
  const bounds = days.boundsOf(window);
  const end = new Date(bounds.end.getTime() + SLACK_MS);
  const start = new Date(Math.max(0, bounds.start.getTime() - SLACK_MS));
  const statement = sql(withTests, days.isUtc ? DAY_LENGTH : MINUTE_LENGTH);
  for (let after = start; after < end;) {
    const [last] = await manager.query<{ until: unknown }[]>(END_OF_BATCH, [
      promotionId,
      text(after),
      text(end),
      batch - 1,
    ]);
    const until = last === undefined ? end : timeOf(last.until);
    const rows = await manager.query<Row[]>(statement, [promotionId, text(after), text(until)]);
    addUp(
      uses,
      rows.map((row) => usesOf(row, days)),
      ({ day, usedBefore, rate }) => `${day} ${usedBefore} ${rate}`,
    );
    after = until;
  }
  const byDay = new Map<string, UsesOfDay>();
  addUp(byDay, [...uses.values()].map(converted), ({ day, usedBefore }) => `${day} ${usedBefore}`);
  return [...byDay.values()];
}

type Row = Readonly<Record<string, unknown>>;

/** Uses with amounts of orders in the currencies of the orders, all of one exchange rate. */
type RatedUses = UsesOfDay & { readonly rate: string };

function addUp<U extends UsesOfDay>(sums: Map<string, U>, uses: readonly U[], keyOf: (one: U) => string): void {
  for (const one of uses) {
    const key = keyOf(one);
    sums.set(key, addUses(one, sums.get(key)));
  }
}

function usesOf(row: Row, days: ZoneDays): RatedUses {
  const dayOf = (at: unknown): string => (days.isUtc ? String(at) : days.of(timeOf(at)));
  const count = (name: string): bigint => BigInt(String(row[name]));
  return {
    day: dayOf(row['day']),
    usedBefore: row['used_before'] === null ? null : dayOf(row['used_before']),
    rate: String(row['rate']),
    orders: count('orders'),
    known: count('known'),
    first: count('firsts'),
    discount: exactSum(row, 'discount'),
    discountTax: exactSum(row, 'discount_tax'),
    kept: count('kept'),
    total: exactSum(row, 'total'),
  };
}

/** In the default currency. Whole sums are rounded, so that the statements into which they are cut do not matter. */
function converted({ rate, ...uses }: RatedUses): UsesOfDay {
  return { ...uses, discountTax: inDefault(uses.discountTax, rate), total: inDefault(uses.total, rate) };
}

/** An instant as both engines compare it with a column. */
function text(instant: Date): string {
  return instant.toISOString().replace('T', ' ').replace('Z', '');
}

/** MariaDB returns a Date, SQLite its text. */
function timeOf(value: unknown): Date {
  return value instanceof Date ? value : new Date(`${String(value).replace(' ', 'T')}Z`);
}
