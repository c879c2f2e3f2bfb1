import { type QueryRunner } from 'typeorm';
import {
  type Amount,
  amountText,
  currencyExponent,
  parseAmount,
  roundAmount,
  type RoundingMode,
} from '../../kernel/money';
import { BATCH, bigintText as text, type Change, changeRows, places, rows } from './row-batches';
import { markDue } from './refunds-due.fill';
import { isEmbedded } from '../../platform/database/connection/dialect';
import { wentThrough } from '../migration-progress';

interface OldOrder {
  readonly id: string;
  readonly version: number;
  readonly item_count: number;
  readonly total: string;
  readonly status: string;
  readonly currency_code: string;
  readonly currency: string;
}

interface OldItem {
  readonly id: string;
  readonly order_id: string;
  readonly sku: string;
  readonly price: string;
  readonly quantity: number;
  readonly tax: string;
  readonly tax_band_id: string | null;
}

interface OldDiscount {
  readonly order_id: string;
  readonly promotion_id: string;
  readonly title: string;
  readonly shares: string;
}

interface OldMoney {
  readonly order_id: string;
  readonly captured: string;
  readonly refunded: string;
}

/**
 * Fills the columns of orders and items that were there before, a batch of orders at a time by primary key.
 *
 * - `captured` and `refunded` are the sums of the captured payments. Nothing says what was owed when they were refunded;
 *   orders could not be edited then, so every refund went beyond what was owed: `credit` is `refunded`, but for orders
 *   that came to nothing.
 * - `origin` is `checkout` where a row says so that only a checkout writes: stock or a promotion taken, a discount, a
 *   cart that became the order, an item without tax band, or more items than changes of the order (each item added by
 *   the API is one). Other orders are `api`. An order of a checkout that left none of these reads as `api` too: orders from
 *   before have no terms, so the store does not price them again, neither `checkout` nor `api`.
 * - An item has the shares of the discounts of its order; `net` is price × quantity, rounded, less its shares.
 */
export async function fillPlacedOrders(runner: QueryRunner): Promise<void> {
  for (let last = '0'; ;) {
    const orders = await rows<OldOrder>(
      runner,
      `SELECT ${orderColumns(runner)} FROM orders WHERE id > ? ORDER BY orders.id LIMIT ${BATCH}`,
      [last],
    );
    const newest = orders.at(-1);
    if (newest === undefined) break;
    await fillOrders(runner, orders);
    wentThrough(runner, orders.length);
    last = newest.id;
  }
  await markCheckedOut(runner);
}

/** Fills the columns of these orders and their items as {@link fillPlacedOrders} does, but only of those that have none. */
export async function fillOrdersOf(runner: QueryRunner, ids: readonly string[]): Promise<void> {
  const found = await rows<OldOrder>(
    runner,
    `SELECT ${orderColumns(runner)} FROM orders WHERE id IN (${places(ids)}) AND origin IS NULL${locking(runner)}`,
    ids,
  );
  if (found.length === 0) return;
  await fillOrders(runner, found);
  const missing = found.map(({ id }) => id);
  const sql = `UPDATE orders SET origin = 'checkout' WHERE id IN (${places(missing)}) AND id IN (SELECT order_id FROM cart_checkouts)`;
  await runner.query(sql, missing);
  await markDue(runner, missing);
}

/** Fills the shares of these items, which an older version added to orders. */
export async function fillItemsOf(runner: QueryRunner, ids: readonly string[]): Promise<void> {
  const items = await rows<OldItem>(
    runner,
    `SELECT ${itemColumns(runner)} FROM order_items WHERE id IN (${places(ids)}) AND net IS NULL${locking(runner)}`,
    ids,
  );
  const of = [...new Set(items.map(({ order_id }) => order_id))];
  if (of.length === 0) return;
  const sql = `SELECT ${orderColumns(runner)} FROM orders WHERE id IN (${places(of)})`;
  await fillItems(runner, await rows<OldOrder>(runner, sql, of), items, await discountsIn(runner, of));
}

const locking = (runner: QueryRunner): string => (isEmbedded(runner) ? '' : ' FOR UPDATE');

const orderColumns = (runner: QueryRunner): string =>
  `${text(runner, 'id')} AS id, version, item_count, ${text(runner, 'total')} AS total, status, currency_code, currency`;

const itemColumns = (runner: QueryRunner): string =>
  `${text(runner, 'id')} AS id, ${text(runner, 'order_id')} AS order_id, sku, ${text(runner, 'price')} AS price, quantity, ${text(runner, 'tax')} AS tax, ${text(runner, 'tax_band_id')} AS tax_band_id`;

function discountsIn(runner: QueryRunner, orderIds: readonly string[]): Promise<OldDiscount[]> {
  const selection = `${text(runner, 'order_id')} AS order_id, ${text(runner, 'promotion_id')} AS promotion_id, title, shares FROM order_discounts`;
  return rowsOf<OldDiscount>(runner, selection, orderIds, 'ORDER BY order_discounts.order_id, position');
}

async function fillOrders(runner: QueryRunner, orders: readonly OldOrder[]): Promise<void> {
  const ids = orders.map(({ id }) => id);
  const order = `${text(runner, 'order_id')} AS order_id`;
  const items = await rowsOf<OldItem>(runner, `${itemColumns(runner)} FROM order_items`, ids);
  const discounts = await discountsIn(runner, ids);
  const money = await moneyOf(runner, ids);
  const placed = new Set(discounts.map(({ order_id }) => order_id));
  for (const table of ['order_stock', 'promotion_redemptions']) {
    const found = await rowsOf<{ order_id: string }>(runner, `${order} FROM ${table}`, ids);
    for (const { order_id } of found) placed.add(order_id);
  }
  for (const { order_id, tax_band_id } of items) if (tax_band_id === null) placed.add(order_id);
  await changeRows(
    runner,
    'orders',
    orders.map((one) => [one.id, { ...originOf(one, placed), ...sumsOf(one, money.get(one.id)) }]),
  );
  await fillItems(runner, orders, items, discounts);
}

async function fillItems(
  runner: QueryRunner,
  orders: readonly OldOrder[],
  items: readonly OldItem[],
  discounts: readonly OldDiscount[],
): Promise<void> {
  const itemsOf = byOrder(items);
  const discountsOf = byOrder(discounts);
  const changes = orders.flatMap((one) =>
    (itemsOf.get(one.id) ?? []).map((item): Change => [item.id, itemValues(item, one, discountsOf.get(one.id) ?? [])]),
  );
  await changeRows(runner, 'order_items', changes);
}

function byOrder<T extends { readonly order_id: string }>(found: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const row of found) {
    const group = groups.get(row.order_id);
    if (group === undefined) groups.set(row.order_id, [row]);
    else group.push(row);
  }
  return groups;
}

function originOf({ id, version, item_count }: OldOrder, placed: ReadonlySet<string>): { origin: string } {
  return { origin: placed.has(id) || item_count >= version ? 'checkout' : 'api' };
}

function sumsOf({ status }: OldOrder, money: OldMoney | undefined): Record<string, string> {
  const { captured, refunded } = money ?? { captured: '0', refunded: '0' };
  const owedNothing = ['cancelled', 'failed', 'declined'].includes(status);
  return { captured, refunded, credit: owedNothing ? '0' : refunded };
}

async function moneyOf(runner: QueryRunner, ids: readonly string[]): Promise<ReadonlyMap<string, OldMoney>> {
  const sums = await rowsOf<OldMoney>(
    runner,
    `${text(runner, 'order_id')} AS order_id, ${text(runner, 'SUM(amount)')} AS captured, ${text(runner, 'SUM(refunded)')} AS refunded FROM payments`,
    ids,
    "AND state = 'captured' GROUP BY payments.order_id",
  );
  return new Map(sums.map((sum) => [sum.order_id, sum]));
}

function itemValues(
  item: OldItem,
  { currency_code, currency }: OldOrder,
  discounts: readonly OldDiscount[],
): Readonly<Record<string, string | null>> {
  const shares = discounts.flatMap(({ promotion_id, title, shares: of }) =>
    (JSON.parse(of) as { sku: string; amount: string }[])
      .filter(({ sku }) => sku === item.sku)
      .map(({ amount }) => ({ promotion: promotion_id, title, amount })),
  );
  const discount = shares.reduce((sum, { amount }) => sum + parseAmount(amount), 0n);
  const base = roundAmount(
    BigInt(item.price) * BigInt(item.quantity),
    currencyExponent(currency_code),
    roundingOf(currency),
  );
  const net: Amount = base - discount;
  return {
    discount: String(discount),
    discounts:
      shares.length === 0
        ? null
        : JSON.stringify(shares.map((share) => ({ ...share, amount: amountText(parseAmount(share.amount)) }))),
    net: String(net),
    total: String(net + BigInt(item.tax)),
  };
}

function roundingOf(currency: string): RoundingMode | undefined {
  return (JSON.parse(currency) as { data: { rounding_mode?: RoundingMode } }).data.rounding_mode;
}

/** Marks the orders that carts became: the table is read once, by its own key, for it has no index of orders. */
async function markCheckedOut(runner: QueryRunner): Promise<void> {
  for (let last = ''; ;) {
    const found = await rows<{ cart_id: string; order_id: string }>(
      runner,
      `SELECT cart_id, ${text(runner, 'order_id')} AS order_id FROM cart_checkouts WHERE cart_id > ? ORDER BY cart_id LIMIT ${BATCH}`,
      [last],
    );
    const newest = found.at(-1);
    if (newest === undefined) return;
    const ids = found.map(({ order_id }) => order_id);
    await runner.query(`UPDATE orders SET origin = 'checkout' WHERE id IN (${places(ids)})`, ids);
    last = newest.cart_id;
  }
}

function rowsOf<T>(runner: QueryRunner, selection: string, ids: readonly string[], rest = ''): Promise<T[]> {
  return rows<T>(runner, `SELECT ${selection} WHERE order_id IN (${places(ids)}) ${rest}`, ids);
}
