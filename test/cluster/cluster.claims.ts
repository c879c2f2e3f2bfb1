import { type Caller } from './caller';
import { type Goods, TOLD } from './cluster.load';
import { type ClusterWorld } from './cluster.world';
import { NODES } from './database-cluster';

/** Something that is promised, and what was found against it. */
export interface Claim {
  readonly promise: string;
  readonly found: string;
  readonly isKept: boolean;
}

/** Nothing of a kind was found. */
export const none = (promise: string, found: readonly unknown[]): Claim => ({
  promise,
  found: found.length === 0 ? 'none' : `${found.length}: ${JSON.stringify(found.slice(0, 3))}`,
  isKept: found.length === 0,
});

/** Statements that count what must not be: each of them half a write. */
const HALVES: Record<string, string> = {
  'orders without their event': `SELECT COUNT(*) FROM orders o WHERE NOT EXISTS
    (SELECT 1 FROM events e WHERE e.object = 'order' AND e.object_id = o.id AND e.event = 'create')`,
  'brands without their event': `SELECT COUNT(*) FROM brands b WHERE NOT EXISTS
    (SELECT 1 FROM events e WHERE e.object = 'brand' AND e.object_id = b.id AND e.event = 'create')`,
  'events of orders that are not there': `SELECT COUNT(*) FROM events e WHERE e.object = 'order' AND NOT EXISTS
    (SELECT 1 FROM orders o WHERE o.id = e.object_id)`,
  'events of brands that are not there': `SELECT COUNT(*) FROM events e WHERE e.object = 'brand' AND NOT EXISTS
    (SELECT 1 FROM brands b WHERE b.id = e.object_id)`,
  'changes with two events': `SELECT COUNT(*) FROM (SELECT 1 AS one FROM events
    GROUP BY type, object_id, object_version HAVING COUNT(*) > 1) AS twice`,
  'orders whose items do not add up': `SELECT COUNT(*) FROM orders o WHERE o.item_count <>
    (SELECT COALESCE(SUM(i.quantity), 0) FROM order_items i WHERE i.order_id = o.id)
    OR o.total <> (SELECT SUM(i.price * i.quantity) FROM order_items i WHERE i.order_id = o.id)
      - (SELECT COALESCE(SUM(d.amount), 0) FROM order_discounts d WHERE d.order_id = o.id)`,
  'orders with a discount that is not in the ledger': `SELECT COUNT(*) FROM order_discounts d WHERE NOT EXISTS
    (SELECT 1 FROM promotion_redemptions r WHERE r.order_id = d.order_id AND r.promotion_id = d.promotion_id)`,
  'orders that are not the one of their cart': `SELECT COUNT(*) FROM orders o WHERE NOT EXISTS
    (SELECT 1 FROM cart_checkouts c WHERE c.order_id = o.id)`,
  'orders that hold what they let go': `SELECT COUNT(*) FROM orders o JOIN order_stock s ON s.order_id = o.id
    WHERE (o.status = 'failed') <> (s.released_at IS NOT NULL)`,
  'counters that are not their ledger': `SELECT COUNT(*) FROM promotion_counters c WHERE c.used <>
    (SELECT COUNT(*) FROM promotion_redemptions r WHERE r.promotion_id = c.promotion_id AND r.released_at IS NULL)`,
  'promotions used too often': `SELECT COUNT(*) FROM promotion_counters c JOIN promotions p ON p.id = c.promotion_id
    WHERE p.max_uses > 0 AND c.used > p.max_uses`,
  'stock below zero': 'SELECT COUNT(*) FROM product_stock WHERE level < 0',
};

/** Holds what is in the database, on every node, against what callers were told. */
export async function dataClaims(world: ClusterWorld, caller: Caller, goods: Goods): Promise<Claim[]> {
  const claims: Claim[] = [none('acknowledged records that are not on every node', await lost(world, caller))];
  claims.push(none('acknowledged records that the other API did not know', caller.unread));
  claims.push(none('keyed requests that were not answered alike again', caller.unlike));
  claims.push(none('tables that differ between nodes', await differing(world)));
  for (const [promise, sql] of Object.entries(HALVES)) {
    const counts = await Promise.all(NODES.map((node) => world.count(node, sql)));
    claims.push({ promise, found: counts.join(' / '), isKept: counts.every((count) => count === 0) });
  }
  const sold = await world.count(
    0,
    `SELECT level + (SELECT SUM(quantity) FROM order_stock s WHERE s.product_id = p.product_id AND released_at IS NULL)
     FROM product_stock p WHERE product_id = ${goods.limited}`,
  );
  const [stock] = await world.rows<{ data: string }>(
    0,
    `SELECT data FROM events WHERE object_id = '${goods.limited}' AND event = 'create'`,
  );
  const opened = (JSON.parse(stock?.data ?? '{}') as { stock_level?: number }).stock_level;
  claims.push({
    promise: 'stock left and sold is what there was',
    found: `${sold} of ${opened}`,
    isKept: sold === opened,
  });
  return claims;
}

async function lost(world: ClusterWorld, caller: Caller): Promise<string[]> {
  const gone: string[] = [];
  for (const node of NODES) {
    for (const table of ['brands', 'orders'] as const) {
      const rows = await world.rows<{ id: string }>(node, `SELECT CAST(id AS CHAR) AS id FROM ${table}`);
      const there = new Set(rows.map(({ id }) => id));
      const missing = caller.acknowledged.filter((record) => record.table === table && !there.has(record.id));
      gone.push(...missing.map(({ id }) => `node ${node + 1}: ${table} ${id}`));
    }
  }
  return gone;
}

async function differing(world: ClusterWorld): Promise<string[]> {
  const tables = await world.rows<Record<string, string>>(0, 'SHOW TABLES');
  const names = tables.map((row) => Object.values(row)[0] ?? '').join(', ');
  const sums = await Promise.all(
    NODES.map((node) => world.rows<{ Table: string; Checksum: string }>(node, `CHECKSUM TABLE ${names}`)),
  );
  const [first = []] = sums;
  return first.filter(({ Checksum }, i) => sums.some((sum) => sum[i]?.Checksum !== Checksum)).map(({ Table }) => Table);
}

/** Every event has arrived, and nothing else. */
export async function eventClaims(world: ClusterWorld): Promise<Claim[]> {
  const rows = await world.rows<{ id: string }>(0, `SELECT id FROM events WHERE object IN ('${TOLD.join("', '")}')`);
  const committed = new Set(rows.map(({ id }) => id));
  const heard = world.receiver.heard('/events').map(({ id }) => id);
  const received = new Set(heard);
  return [
    none(
      'events that were committed and never arrived',
      [...committed].filter((id) => !received.has(id)),
    ),
    none(
      'events that arrived and were never committed',
      [...received].filter((id) => !committed.has(id)),
    ),
    {
      promise: 'events committed / received / repeated',
      found: `${committed.size} / ${received.size} / ${heard.length - received.size}`,
      isKept: true,
    },
  ];
}
