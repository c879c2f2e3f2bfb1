import { type DataSource } from 'typeorm';
import { getDataSourceToken } from '@nestjs/typeorm';
import { Cart } from '../../src/modules/carts/data/cart.entity';
import { CartItem } from '../../src/modules/carts/data/cart-item.entity';
import { OrderDiscount } from '../../src/modules/orders/data/order-discount.entity';
import { Shop } from '../../test/builders/cart-shop.builder';
import { type TestStore } from '../../test/support/store';
import { priceOf, promotionFields, type PromotionWorld, skuOf } from './promotion-world';
import { recordStatements, type Statement } from '../../test/support/recorded-statements';

const CHUNK = 500;
const WORLD: PromotionWorld = { products: 100, topValue: 600 };

/** The forms of a purchase in the benchmark: one for each add, and one for the checkout. */
export interface CheckoutWorld {
  readonly adds: readonly Readonly<Record<string, string>>[];
  readonly checkout: Readonly<Record<string, string>>;
}

const SHIP_TO = {
  'ship_to[first_name]': 'Ada',
  'ship_to[last_name]': 'Lovelace',
  'ship_to[address_1]': '1 High Street',
  'ship_to[postcode]': 'BA1 1AA',
  'ship_to[country]': 'GB',
};

/** Two products, a shipping method and live promotions without limits, made over HTTP. */
export async function checkoutWorld(store: TestStore, promotions: number): Promise<CheckoutWorld> {
  const shop = await Shop.open(store);
  const band = (await shop.made('/v1/taxes', { title: 'Standard', rate: '20' })).id;
  const adds: Record<string, string>[] = [];
  for (const i of [31, 62]) {
    const { id } = await shop.product({ sku: skuOf(WORLD, i), price: priceOf(i), tax_band: band });
    adds.push({ id, quantity: '2' });
  }
  const shipping = (await shop.shipping()).id;
  for (let i = 0; i < promotions; i += 1) {
    const { match_rules: rules, match_items: items, ...fields } = promotionFields(WORLD, i);
    const trees = { match_rules: JSON.stringify(rules), match_items: JSON.stringify(items) };
    const methods = fields['action'] === 'free_ship' ? { shipping_methods: [shipping] } : {};
    await shop.promotion({ ...fields, ...trees, ...methods });
  }
  await fill(store, 'template', adds);
  return { adds, checkout: { gateway: 'dummy', shipping, ...SHIP_TO } };
}

async function fill(store: TestStore, cart: string, adds: CheckoutWorld['adds']): Promise<void> {
  for (const form of adds) await store.request('POST', `/v1/carts/${cart}`, { form });
}

/** Copies of the template cart. @returns their ids */
export const fillCarts = (store: TestStore, prefix: string, count: number): Promise<string[]> =>
  copyCart(store, 'template', prefix, count);

/** Copies of a cart, straight into the tables: filling them is measured elsewhere. @returns their ids */
export async function copyCart(store: TestStore, template: string, prefix: string, count: number): Promise<string[]> {
  const { manager } = store.app.get<DataSource>(getDataSourceToken());
  const cart = await manager.findOneByOrFail(Cart, { id: template });
  const items = await manager.findBy(CartItem, { cartId: template });
  const ids = Array.from({ length: count }, (_, i) => `${prefix}-${i}`);
  for (let done = 0; done < count; done += CHUNK) {
    const chunk = ids.slice(done, done + CHUNK);
    const quick = () => manager.createQueryBuilder().insert().updateEntity(false).callListeners(false);
    await quick()
      .into(Cart)
      .values(chunk.map((id) => ({ ...cart, id })))
      .execute();
    await quick()
      .into(CartItem)
      .values(chunk.flatMap((cartId) => items.map((item) => ({ ...item, cartId }))))
      .execute();
  }
  return ids;
}

/** A checkout as its floor replays it. */
export interface RecordedCheckout {
  /** Its statements, with marks (floor-server.ts) in place of the values that differ. */
  readonly statements: Statement[];
  /** Its rows by table, for the floor that has SQL of its own. */
  readonly rows: Readonly<Record<string, object[]>>;
  /** Number of promotions that gave a discount. */
  readonly applied: number;
}

/** Checks two carts out and keeps what the second did. */
export async function recordCheckout(store: TestStore, world: CheckoutWorld): Promise<RecordedCheckout> {
  const once = async (cart: string): Promise<[Statement[], string]> => {
    await fill(store, cart, world.adds);
    let order = '';
    const statements = await recordStatements(store, async () => {
      const call = { form: world.checkout };
      order = (await store.request<{ result: { id: string } }>('POST', `/v1/carts/${cart}/checkout`, call)).body.result
        .id;
    });
    return [statements, order];
  };
  // Values that the first checkout has too, products and promotions, stay fixed. The second also has warm caches.
  const known = new Set((await once('recorded-1'))[0].flatMap(({ parameters }) => parameters));
  const [statements, order] = await once('recorded-2');
  const marks = new Map<unknown, string>([[order, '@id']]);
  const marked = (value: unknown, sql: string): unknown => {
    // The floor buys the same carts again and again: what they became is kept under a new id.
    if (value === 'recorded-2') return /^INSERT/.test(sql) ? '@id' : '@asked';
    if (typeof value !== 'string' || known.has(value)) return value;
    if (/^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(value)) return '@uuid';
    if (/^\d{15,}$/.test(value) && !marks.has(value)) marks.set(value, `@id:${marks.size}`);
    return marks.get(value) ?? value;
  };
  return {
    statements: statements.map(({ sql, parameters }) => ({
      sql,
      parameters: parameters.map((each) => marked(each, sql)),
    })),
    rows: await rowsOf(store, order),
    applied: await store.app.get<DataSource>(getDataSourceToken()).manager.countBy(OrderDiscount, { orderId: order }),
  };
}

async function rowsOf(store: TestStore, order: string): Promise<Record<string, object[]>> {
  const { manager } = store.app.get<DataSource>(getDataSourceToken());
  const rows: Record<string, object[]> = {};
  for (const table of ['orders', 'order_items', 'order_discounts']) {
    const key = table === 'orders' ? 'id' : 'order_id';
    rows[table] = await manager.query<object[]>(`SELECT * FROM ${table} WHERE ${key} = ?`, [order]);
  }
  return rows;
}
