import { type Done, STOCK } from './soak.load';
import { type SoakWorld } from './soak.world';

/** Two sums that must agree at the end. */
export interface Balance {
  readonly what: string;
  readonly expected: number;
  readonly found: number;
  readonly isRight: boolean;
}

/** Growth of a table, and the growth that the acknowledged operations explain. */
export interface TableGrowth {
  readonly table: string;
  readonly rows: number;
  readonly grown: number;
  readonly explained: readonly [least: number, most: number];
  readonly isRight: boolean;
}

/** Tables of store objects: each change of a row raised its version and made one event. */
const VERSIONED = [
  'orders',
  'order_items',
  'customers',
  'brands',
  'products',
  'files',
  'promotions',
  'carts',
  'webhooks',
  'payments',
];
const PRODUCTS_A_PURCHASE = 2;
const PROMOTIONS_A_PURCHASE = 2;
/** Deliveries that a brand which comes and goes makes besides those of the receiver that is well. */
const DELIVERIES_A_BRAND = { least: 5, most: 6 };
/** Orders of a block that lists count by. */
const BLOCK = 1_000;

/** State of the books before the first operation. */
export interface Opening {
  readonly tables: Readonly<Record<string, number>>;
  /** Sum over all store objects: each made an event for every one. */
  readonly versions: number;
  /** That deliveries have counted. */
  readonly attempts: number;
}

export async function openBooks(world: SoakWorld): Promise<Opening> {
  return { tables: await world.tableRows(), versions: await versions(world), attempts: await attempts(world) };
}

function attempts(world: SoakWorld): Promise<number> {
  return world.number('SELECT COALESCE(SUM(attempts), 0) FROM webhook_deliveries');
}

async function versions(world: SoakWorld): Promise<number> {
  const sums = VERSIONED.map((table) => `(SELECT COALESCE(SUM(version), 0) FROM ${table})`);
  return world.number(`SELECT ${sums.join(' + ')}`);
}

/** Growth of every table since the opening, held against what was acknowledged. */
export async function tableGrowth(world: SoakWorld, opening: Opening, done: Done): Promise<TableGrowth[]> {
  const now = await world.tableRows();
  const grown = (table: string): number => (now[table] ?? 0) - (opening.tables[table] ?? 0);
  const explained = explanations(done, {
    events: (await versions(world)) - opening.versions + 2 * done.brands,
    attempts: (await attempts(world)) - opening.attempts,
    promotionCounters: await world.number('SELECT COUNT(*) FROM promotions WHERE max_uses > 0'),
    tables: Object.keys(now).length,
  });
  return Object.entries(now).map(([table, rows]) => {
    const range = explained[table] ?? [0, 0];
    const isRight = grown(table) >= range[0] && grown(table) <= range[1];
    return { table, rows, grown: grown(table), explained: range, isRight };
  });
}

interface Counted {
  readonly events: number;
  readonly attempts: number;
  readonly promotionCounters: number;
  readonly tables: number;
}

type Ranges = Readonly<Record<string, readonly [least: number, most: number]>>;

function explanations(done: Done, counted: Counted): Ranges {
  const purchases = done.paid + done.cancelled;
  const exactly = (rows: number): [number, number] => [rows, rows];
  const orders = done.orders + purchases;
  return {
    orders: exactly(orders),
    order_items: exactly(done.items + PRODUCTS_A_PURCHASE * purchases),
    // A purchase changes the status once; a new item and a new price of shipping are an edit each.
    order_status_changes: exactly(purchases + done.items + done.updates),
    order_stock: exactly(PRODUCTS_A_PURCHASE * purchases),
    order_discounts: exactly(PROMOTIONS_A_PURCHASE * purchases),
    promotion_redemptions: exactly(PROMOTIONS_A_PURCHASE * purchases),
    promotion_counters: [0, counted.promotionCounters],
    promotion_customer_counters: [0, 40],
    promotion_budgets: exactly(0),
    customers: [done.customers, done.customers + 40],
    carts: exactly(purchases),
    cart_items: exactly(PRODUCTS_A_PURCHASE * purchases),
    cart_checkouts: exactly(purchases),
    payments: exactly(done.paid),
    idempotency_records: exactly(purchases),
    events: exactly(counted.events),
    webhook_deliveries: [
      counted.events + DELIVERIES_A_BRAND.least * done.brands,
      counted.events + DELIVERIES_A_BRAND.most * done.brands,
    ],
    webhook_attempts: exactly(counted.attempts),
    list_blocks: [0, Math.ceil(orders / BLOCK)],
    worker_leases: [0, 10],
    // One for each table that is cleaned up, from the first pass on, which may come after the opening.
    retention_runs: [0, counted.tables],
    // An entry each, a further one where the money of an order came on another day, and rows of these days.
    statistics_entries: [orders + done.customers, 2 * orders + done.customers + 40],
    statistics_days: [0, 3],
  };
}

function placed(world: SoakWorld): Promise<number> {
  return world.number("SELECT COUNT(*) FROM orders WHERE status NOT IN ('cancelled', 'failed', 'declined')");
}

/** Events against what was received, and counters against their ledgers. */
export async function balances(world: SoakWorld, well: string): Promise<Balance[]> {
  const committed = await world.rows<{ id: string }>(
    'SELECT id FROM events WHERE occurred_at >= (SELECT created_at FROM webhooks WHERE id = ?)',
    well,
  );
  const { received } = world.receiver;
  const ids = new Set(committed.map(({ id }) => id));
  const uses = (counters: string, key: string): Promise<number> =>
    world.number(
      `SELECT COUNT(*) FROM ${counters} c WHERE c.used <> (SELECT COUNT(*) FROM promotion_redemptions r
       WHERE r.promotion_id = c.promotion_id ${key} AND r.released_at IS NULL)`,
    );
  const stock = await world.number(
    `SELECT COUNT(*) FROM product_stock s WHERE s.level <> ${STOCK} - (SELECT COALESCE(SUM(o.quantity), 0)
     FROM order_stock o WHERE o.product_id = s.product_id AND o.released_at IS NULL)`,
  );
  const pairs: [string, number, number][] = [
    ['committed events that were received', ids.size, [...ids].filter((id) => received.has(id)).length],
    ['received events that were never committed', 0, [...received].filter((id) => !ids.has(id)).length],
    ['promotions whose counter is not its ledger', 0, await uses('promotion_counters', '')],
    [
      'customers whose counter is not its ledger',
      0,
      await uses('promotion_customer_counters', 'AND r.customer_key = c.customer_key'),
    ],
    ['products whose stock is not its ledger', 0, stock],
    [
      'orders in the days of statistics',
      await placed(world),
      await world.number('SELECT SUM(orders) FROM statistics_days'),
    ],
    ['events, deliveries and changes left over', 0, await world.unfinished()],
  ];
  return pairs.map(([what, expected, found]) => ({ what, expected, found, isRight: expected === found }));
}
