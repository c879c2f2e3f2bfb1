import { type DataSource } from 'typeorm';
import { migrations } from '../../src/app/migrations';
import { ORDER_ORIGINS, type OrderOrigin } from '../../src/modules/orders/domain/order-origin';
import { ORDER_STATUS_KEYS, ORDER_STATUSES, type OrderStatus } from '../../src/modules/orders/domain/order-status';
import { dataSourceOptions } from '../../src/platform/database/connection/data-source-options';
import { StoreDataSource } from '../../src/platform/database/connection/store-data-source';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

type Row = Readonly<Record<string, string | number | null>>;

/** Orders in the database of before. The full form is `MIGRATED_ORDERS=10000`. */
const COUNT = Number(process.env['MIGRATED_ORDERS'] ?? 300);
const TIMEOUT_MS = 60_000 + COUNT * 30;
const ADDED = 1763702000000;
const TIME = '2026-01-31 12:00:00';
const BASE = 900_000_000_000_000_000n;
const PAGE = 100;
const POUND = {
  value: 'Pound',
  data: {
    ...{ id: '1', code: 'GBP', title: 'Pound', enabled: true, modifier: '', exchange_rate: 1, format: '£{price}' },
    ...{ decimal_point: '.', thousand_point: ',', rounding: null, rounding_mode: 'half_up', default: true },
    ...{ created_at: TIME, updated_at: TIME },
  },
};

const idOf = (of: number, part = 0): string => String(BASE + BigInt(of) * 1000n + BigInt(part));
const tenThousandths = (cents: number): string => String(cents * 100);
const pounds = (cents: number): number => cents / 100;

/** An order of before, in pence, of one of many kinds: its number decides. */
interface OldOrder {
  readonly of: number;
  readonly status: OrderStatus;
  readonly items: readonly {
    readonly sku: string;
    readonly price: number;
    readonly quantity: number;
    readonly off: number;
    readonly tax: number;
  }[];
  readonly shipping: number;
  readonly payment: { readonly state: keyof typeof METHODS; readonly refunded: number } | null;
  readonly isCart: boolean;
}

const PAYMENTS = [
  null,
  { state: 'captured', refunded: 0 },
  { state: 'captured', refunded: 100 },
  { state: 'authorized', refunded: 0 },
  { state: 'declined', refunded: 0 },
  { state: 'voided', refunded: 0 },
] as const;

function oldOrder(of: number): OldOrder {
  const items = ['A', 'B', 'C'].slice(0, of % 4).map((sku, at) => ({
    ...{ sku, price: 125 * (1 + at) + 25 * (of % 7), quantity: 1 + ((of + at) % 3) },
    ...{ off: of % 5 === 1 && at === 0 ? 10 : 0, tax: 7 * at + (of % 11) },
  }));
  const status = ORDER_STATUS_KEYS[of % ORDER_STATUS_KEYS.length] ?? 'unpaid';
  const payment = PAYMENTS[of % PAYMENTS.length] ?? null;
  return { of, status, items, shipping: of % 3 === 0 ? 0 : 500, payment, isCart: of % 13 === 2 };
}

const netOf = ({ price, quantity, off }: OldOrder['items'][number]): number => price * quantity - off;
const sum = (all: readonly number[]): number => all.reduce((a, b) => a + b, 0);
const sumsOf = ({ items, shipping }: OldOrder) => {
  const [subtotal, tax] = [sum(items.map(netOf)), sum(items.map((item) => item.tax))];
  return { subtotal, tax, total: subtotal + shipping + tax };
};

/** The rows of an order in the tables of before. */
function rowsOf(order: OldOrder): Readonly<Record<string, readonly Row[]>> {
  const { of, items } = order;
  const sums = sumsOf(order);
  const stored = { version: 20, created_at: TIME, updated_at: TIME };
  const discounted = items.filter(({ off }) => off > 0);
  return {
    orders: [
      {
        ...{ id: idOf(of), ...stored, status: order.status, item_count: items.length, exchange_rate: '1.2' },
        ...{ subtotal: tenThousandths(sums.subtotal), shipping_price: tenThousandths(order.shipping) },
        ...{ total: tenThousandths(sums.total), tax: tenThousandths(sums.tax) },
        ...{ currency_id: '1', currency_code: 'GBP', currency: JSON.stringify(POUND) },
      },
    ],
    order_items: items.map(({ sku, price, quantity, tax }, at) => ({
      ...{ id: idOf(of, 1 + at), ...stored, order_id: idOf(of), sku, title: `Item ${sku}`, quantity },
      ...{ price: tenThousandths(price), tax_rate: '20', tax: tenThousandths(tax), tax_band_id: '7' },
    })),
    order_discounts: discounted.map(({ sku, off }) => ({
      ...{ order_id: idOf(of), position: 0, promotion_id: '55', title: 'Ten', action: 'discount_by_fixed' },
      ...{
        amount: tenThousandths(off),
        shipping_amount: '0',
        shares: JSON.stringify([{ sku, amount: String(pounds(off)) }]),
      },
    })),
    payments: [order.payment ?? []].flat().map(({ state, refunded }) => ({
      ...{ id: idOf(of, 9), order_id: idOf(of), gateway: 'dummy', reference: 'r', created_at: TIME, updated_at: TIME },
      ...{ state, amount: tenThousandths(sums.total), refunded: tenThousandths(refunded) },
    })),
    cart_checkouts: order.isCart ? [{ cart_id: `cart-${of}`, order_id: idOf(of) }] : [],
  };
}

const choice = (key: string, value: string) => ({ value, data: { key, value } });

/** The money of an order that its payments moved, in pence, and what is due (orders-and-payments.md 9). */
function moneyOf(order: OldOrder) {
  const { total } = sumsOf(order);
  const isCaptured = order.payment?.state === 'captured';
  const [captured, refunded] = isCaptured ? [total, order.payment?.refunded ?? 0] : [0, 0];
  const owesNothing = ['cancelled', 'failed', 'declined', 'refunded'].includes(order.status);
  return { captured, refunded, balance: owesNothing ? refunded - captured : total - captured };
}

/** The record of an order, as it was, with the fields that are new. */
function recordOf(order: OldOrder) {
  const { of, items, shipping } = order;
  const { subtotal, tax, total } = sumsOf(order);
  const { captured, refunded, balance } = moneyOf(order);
  const origin: OrderOrigin = order.isCart || items.some(({ off }) => off > 0) ? 'checkout' : 'api';
  const all = { subtotal, shipping_price: shipping, tax, rounding: 0, total };
  const raw = Object.fromEntries(Object.entries(all).map(([name, cents]) => [name, pounds(cents)]));
  const formatted = Object.fromEntries(
    Object.entries(all).map(([name, cents]) => [name, `£${pounds(cents).toFixed(2)}`]),
  );
  const times = { created_at: TIME, updated_at: TIME };
  return {
    ...{ id: idOf(of), order: null, number: null, ...times, customer: null, gateway: null },
    ...{ status: choice(order.status, ORDER_STATUSES[order.status]), origin: choice(origin, ORDER_ORIGINS[origin]) },
    ...{ supersedes: null, subtotal: pounds(subtotal), shipping_price: pounds(shipping), total: pounds(total) },
    ...{ captured: pounds(captured), refunded: pounds(refunded), balance: pounds(balance) },
    currency: { ...POUND, data: { ...POUND.data, total_step: null } },
    ...{ currency_code: 'GBP', exchange_rate: 1.2, shipping: null, bill_to: null, ship_to: null },
    totals: { formatted, rounded: raw, raw },
    count: items.length,
    test: ['captured', 'authorized'].includes(order.payment?.state ?? ''),
    items: items.map((item, at) => ({
      ...{ id: idOf(of, 1 + at), order: idOf(of), product: null, sku: item.sku, title: `Item ${item.sku}` },
      ...{
        quantity: item.quantity,
        tax_rate: 20,
        tax_band: null,
        price: pounds(item.price),
        discount: pounds(item.off),
      },
      discounts: item.off > 0 ? [{ promotion: '55', title: 'Ten', amount: pounds(item.off) }] : [],
      ...{
        modifier: {},
        modifier_ids: {},
        to_ship: item.quantity,
        net: pounds(netOf(item)),
        tax: pounds(item.tax),
        total: pounds(netOf(item) + item.tax),
        ...times,
      },
    })),
    discounts: items
      .filter(({ off }) => off > 0)
      .map(({ sku, off }) => ({
        ...{ promotion: '55', title: 'Ten', action: 'discount_by_fixed', discount_code: null },
        ...{ discount: pounds(off), shipping_discount: 0, lines: [{ sku, amount: pounds(off) }] },
      })),
  };
}

const METHODS = {
  captured: ['purchase', 'succeeded'],
  authorized: ['authorize', 'succeeded'],
  declined: ['purchase', 'declined'],
  voided: ['authorize', 'voided'],
} as const;

/** The fields of the ledger that tell of the payment of an order. */
function transactionOf(order: OldOrder) {
  const { captured, refunded } = moneyOf(order);
  const [method, status] = METHODS[order.payment?.state ?? 'declined'];
  return {
    ...{ method, status, amount: pounds(sumsOf(order).total) },
    ...{ captured: pounds(captured), refunded: pounds(refunded) },
  };
}

onEachEngine('orders of the version before, read after its migration (orders-and-payments.md 1, 3, 9)', (engine) => {
  const orders = Array.from({ length: COUNT }, (_, of) => oldOrder(of));
  let store: TestStore;

  const open = (some: typeof migrations): Promise<DataSource> =>
    new StoreDataSource(dataSourceOptions({ url: engine.databaseUrl, entities: [], migrations: some })).initialize();

  async function insert(source: DataSource, table: string, rows: readonly Row[]): Promise<void> {
    const columns = Object.keys(rows[0] ?? {});
    for (let at = 0; at < rows.length; at += 200) {
      const part = rows.slice(at, at + 200);
      const values = part.map(() => `(${columns.map(() => '?').join(', ')})`).join(', ');
      const given = part.flatMap((row) => columns.map((column) => row[column] ?? null));
      await source.query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values}`, given);
    }
  }

  beforeAll(async () => {
    const before = await open(migrations.filter(({ name }) => Number(name.slice(-13)) < ADDED));
    await before.runMigrations({ transaction: 'each' });
    const rows = orders.map(rowsOf);
    for (const table of ['orders', 'order_items', 'order_discounts', 'payments', 'cart_checkouts']) {
      const all = rows.flatMap((of) => of[table] ?? []);
      await insert(before, table, all);
    }
    await before.destroy();
    const after = await open(migrations);
    await after.runMigrations({ transaction: 'each' });
    await after.destroy();
    store = await startStore(engine.databaseUrl);
  }, TIMEOUT_MS);
  afterAll(() => store.close());

  it(
    'are what they were, with the fields that are new',
    async () => {
      for (let offset = 0; offset < COUNT; offset += PAGE) {
        const query = {
          include: 'items,discounts',
          sort: 'id',
          order: 'asc',
          limit: String(PAGE),
          offset: String(offset),
        };
        const { body } = await store.request<{ result: unknown[] }>('GET', '/v1/orders', { query });
        expect(body.result).toEqual(orders.slice(offset, offset + PAGE).map(recordOf));
      }
    },
    TIMEOUT_MS,
  );

  it(
    'have their payments in the ledger',
    async () => {
      const paid = orders.filter(({ payment }) => payment !== null);
      for (let offset = 0; offset < paid.length; offset += PAGE) {
        const query = { sort: 'id', order: 'asc', limit: String(PAGE), offset: String(offset) };
        const { body } = await store.request<{ result: unknown[] }>('GET', '/v1/transactions', { query });
        expect(body.result).toEqual(
          paid.slice(offset, offset + PAGE).map((order) => ({
            ...{ id: idOf(order.of, 9), order: idOf(order.of), gateway: 'dummy', reference: 'r', error: null },
            ...transactionOf(order),
            // What was taken of the whole order has its tax.
            tax: order.payment?.state === 'captured' ? pounds(sumsOf(order).tax) : null,
            ...{ payment: null, created_at: TIME, updated_at: TIME, order_number: null, currency_code: 'GBP' },
            ...{ customer: null, customer_name: null, customer_email: null },
            ...{ items: null, shipping: null, restock: null, reason: null, problem: null },
          })),
        );
      }
    },
    TIMEOUT_MS,
  );
});
