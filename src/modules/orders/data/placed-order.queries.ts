import { type EntityManager, In } from 'typeorm';
import { type Amount } from '../../../kernel/money';
import { type PlacedItemRow, type PlacedOrderRow } from '../domain/order-snapshot';
import { type OrderStatus } from '../domain/order-status';
import { type OrderTerms } from '../domain/order-terms';
import { OrderStatusChange } from './order-status-change.entity';

/** Place of an order among all orders by time. */
export interface OrderPlace {
  readonly at: Date;
  readonly id: string;
}

/** The rows of an order that a checkout placed. */
export interface PlacedRows {
  readonly place: OrderPlace;
  readonly status: OrderStatus;
  readonly total: Amount;
  readonly order: PlacedOrderRow;
  readonly items: readonly PlacedItemRow[];
  readonly discounts: readonly { readonly promotionId: string; readonly title: string; readonly amount: Amount }[];
}

type Raw = Readonly<Record<string, unknown>>;

// The columns of a price and no others: a row has addresses and products as well.
const ORDERS = `SELECT id, created_at, status, total, currency_code, exchange_rate, currency, prices_include_tax, terms
  FROM orders WHERE created_at >= ? AND created_at <= ? AND (created_at > ? OR id > ?) ORDER BY created_at, id LIMIT ?`;
const of = (columns: string, table: string, order: string, ids: number): string =>
  `SELECT order_id, ${columns} FROM ${table} WHERE order_id IN (${Array.from({ length: ids }, () => '?').join(', ')})
   ORDER BY order_id, ${order}`;
const ITEM = 'sku, title, quantity, price, tax_rate, tax_band_id, product_id';
const DISCOUNT = 'promotion_id, title, amount, shipping_amount';

/** Reads the next orders along the index of their time, with what a checkout left of them. */
export async function readPlacedOrders(
  manager: EntityManager,
  after: OrderPlace,
  to: Date,
  limit: number,
): Promise<{ orders: PlacedRows[]; lookedAt: number; last: OrderPlace | null }> {
  const [from, until] = [text(after.at), text(to)];
  const rows = await manager.query<Raw[]>(ORDERS, [from, until, from, after.id, limit]);
  const placed = rows.filter(({ terms }) => terms !== null);
  const ids = placed.map(({ id }) => String(id));
  const read = async (columns: string, table: string, order: string): Promise<ReadonlyMap<string, Raw[]>> => {
    if (ids.length === 0) return new Map();
    return grouped(await manager.query<Raw[]>(of(columns, table, order, ids.length), ids));
  };
  const items = await read(ITEM, 'order_items', 'id');
  const discounts = await read(DISCOUNT, 'order_discounts', 'position');
  const last = rows.at(-1);
  return {
    orders: placed.map((row) => {
      const id = String(row['id']);
      return {
        ...orderOf(row),
        items: (items.get(id) ?? []).map(itemOf),
        discounts: (discounts.get(id) ?? []).map(discountOf),
      };
    }),
    lookedAt: rows.length,
    last: last === undefined ? null : placeOf(last),
  };
}

/** When orders last came to nothing, by id. @param states those of orders that came to nothing */
export async function releasesOf(
  manager: EntityManager,
  ids: readonly string[],
  states: readonly OrderStatus[],
): Promise<ReadonlyMap<string, Date>> {
  if (ids.length === 0) return new Map();
  const moves = await manager.find(OrderStatusChange, {
    select: { id: true, orderId: true, createdAt: true },
    where: { orderId: In([...ids]), to: In([...states]) },
    order: { id: 'ASC' },
  });
  return new Map(moves.map(({ orderId, createdAt }) => [orderId, createdAt]));
}

function grouped(rows: readonly Raw[]): ReadonlyMap<string, Raw[]> {
  const groups = new Map<string, Raw[]>();
  for (const row of rows) {
    const id = String(row['order_id']);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [row]);
    else group.push(row);
  }
  return groups;
}

/** The currency of an order, by the text of its snapshot: most orders of a store share a few. */
const currencies = new Map<string, PlacedOrderRow['currency']>();
const MAX_CURRENCIES = 100;

function currencyOf(text: string): PlacedOrderRow['currency'] {
  const known = currencies.get(text);
  if (known !== undefined) return known;
  const { data } = JSON.parse(text) as PlacedOrderRow['currency'];
  const currency = { data: { rounding_mode: data.rounding_mode, total_step: data.total_step ?? null } };
  if (currencies.size === MAX_CURRENCIES) currencies.clear();
  currencies.set(text, currency);
  return currency;
}

function orderOf(row: Raw): Pick<PlacedRows, 'place' | 'status' | 'total' | 'order'> {
  return {
    place: placeOf(row),
    status: String(row['status']) as OrderStatus,
    total: amountOf(row['total']),
    order: {
      currencyCode: String(row['currency_code']),
      exchangeRate: String(row['exchange_rate']),
      currency: currencyOf(String(row['currency'])),
      pricesIncludeTax: row['prices_include_tax'] === null ? null : Number(row['prices_include_tax']) === 1,
      terms: JSON.parse(String(row['terms'])) as OrderTerms,
    },
  };
}

function itemOf(row: Raw): PlacedItemRow {
  return {
    sku: String(row['sku']),
    title: String(row['title']),
    quantity: Number(row['quantity']),
    price: amountOf(row['price']),
    taxRate: String(row['tax_rate']),
    taxBandId: idOf(row['tax_band_id']),
    productId: idOf(row['product_id']),
  };
}

function discountOf(row: Raw): PlacedRows['discounts'][number] {
  const amount = amountOf(row['amount']) + amountOf(row['shipping_amount']);
  return { promotionId: String(row['promotion_id']), title: String(row['title']), amount };
}

function placeOf(row: Raw): OrderPlace {
  const at = row['created_at'];
  // MariaDB returns a Date, SQLite its text.
  return { id: String(row['id']), at: at instanceof Date ? at : new Date(`${String(at).replace(' ', 'T')}Z`) };
}

/** An instant as both engines compare it with a column. */
function text(instant: Date): string {
  return instant.toISOString().replace('T', ' ').replace('Z', '');
}

const amountOf = (value: unknown): Amount => BigInt(String(value));
const idOf = (value: unknown): string | null => (value === null ? null : String(value));
