import { type Fields, GOOD_CARD, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

/** SHIPPING_WALKS=2000 makes a long run of them. */
const WALKS = Number(process.env['SHIPPING_WALKS'] ?? '12');
const STEPS = 9;
/** Statuses of orders that are not shipped. */
const NO_GOODS = ['refunded', 'failed', 'declined'];

/** Numbers that look random and are the same for each seed. */
function drawing(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

interface Item extends Fields {
  readonly sku: string;
  readonly quantity: number;
  readonly to_ship: number;
}

interface Step {
  readonly kind: string;
  readonly method: string;
  readonly path: string;
  readonly json: Fields;
  /** Steps that come first. */
  readonly after?: readonly Step[];
}
interface Taken extends Step {
  readonly status: number;
  readonly sku: string;
  readonly quantity: number;
}

const countsOf = (items: readonly { readonly sku: string; readonly quantity: number }[]): Map<string, number> => {
  const units = new Map<string, number>();
  for (const { sku, quantity } of items) units.set(sku, (units.get(sku) ?? 0) + quantity);
  return units;
};

interface Transaction {
  readonly method: string;
  readonly items: readonly Item[] | null;
}

/** Whether all money went back, with a refund that named no items. Then all units are refunded, until the order is due again. */
const isAllBack = ({ captured, refunded, balance }: Fields, payments: readonly Transaction[]): boolean =>
  captured === refunded && balance === 0 && payments.some(({ method, items }) => method === 'refund' && items === null);

/* Ship, refund with and without a return, edit, remove a shipment, fail and pay again, in random order (orders-and-payments.md 35). */
onEachEngine('what is left to ship on random walks', (engine) => {
  let store: TestStore;
  let shop: Shop;
  const goods: { id: string; sku: string }[] = [];

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0', ORDER_SHIP_DUE: '1' });
    shop = await Shop.open(store);
    for (const price of ['9.99', '3.35']) {
      const { id, sku } = await shop.product({ price, stock_status: 1, stock_level: 1_000_000 });
      goods.push({ id, sku: String(sku) });
    }
  });
  afterAll(() => store.close());

  const paid = async (draw: (below: number) => number): Promise<string> => {
    const items = goods.map(({ id }) => ({ id, quantity: 2 + draw(5) }));
    const { body } = await shop.send<OrderResult>('POST', '/v1/carts/checkout', { json: { items, gateway: 'dummy' } });
    expect((await shop.pay('purchase', body.result.id, GOOD_CARD)).status).toBe(200);
    return body.result.id;
  };
  const result = async <R>(path: string): Promise<R> => (await shop.send<R>('GET', path)).body.result;
  const itemsOf = (id: string): Promise<Item[]> => result<Item[]>(`/v1/orders/${id}/items?sort=id&order=asc`);

  /** One step as clients may take it, also one that is refused. */
  async function step(id: string, draw: (below: number) => number): Promise<Taken> {
    const { sku = '' } = goods[draw(2)] ?? {};
    const quantity = 1 + draw(3);
    const items = [{ sku, quantity }];
    const flag: Fields = draw(3) === 0 ? { include_refunded: 1 } : {};
    const [parcel] = await result<{ id: string }[]>(`/v1/orders/${id}/shipments`);
    const ship = {
      kind: 'ship',
      method: 'POST',
      path: `/v1/orders/${id}/shipments`,
      json: { items, ...flag },
    } as const;
    const refund = { kind: 'refund', method: 'POST', path: `/v1/checkout/payment/refund/${id}` } as const;
    const ofParcel = { kind: 'other', path: `/v1/orders/${id}/shipments/${parcel?.id ?? '1'}` } as const;
    const become = (key: string): Step => ({
      ...{ kind: 'other', method: 'PUT', path: `/v1/orders/${id}` },
      json: { status: key },
    });
    const refundAll: Step = { ...refund, kind: 'other', json: { restock: draw(2) } };
    const pay = { kind: 'other', method: 'POST', path: `/v1/checkout/payment/purchase/${id}`, json: GOOD_CARD };
    const steps: readonly Step[] = [
      ...[ship, ship],
      { ...ship, kind: 'other', json: flag },
      ...[0, 1, 0].map((restock) => ({ ...refund, json: { items, restock } })),
      // A refund in part ends the edits of an order, until it is in force again.
      ...[0, 0].map(() => ({
        ...{ kind: 'other', method: 'POST', path: `/v1/orders/${id}/edits` },
        ...{ json: { items: [{ sku, quantity: draw(9) }] }, after: [become('processing')] },
      })),
      become('processing'),
      // Only an order that failed is paid again.
      { ...pay, after: [become('failed')] },
      { ...pay, after: [become('failed'), refundAll] },
      { ...refundAll, after: [become('failed')] },
      { ...ofParcel, method: 'DELETE', json: {} },
      { ...ofParcel, method: 'PUT', json: { items, ...flag } },
    ];
    const one: Step = steps[draw(steps.length)] ?? ship;
    for (const { method, path, json } of one.after ?? []) await shop.send(method, path, { json });
    const { status } = await shop.send(one.method, one.path, { json: one.json });
    return { ...one, path: one.path.replace(id, '<id>'), status, sku, quantity };
  }

  it('adds up, is what lists find, and what a shipment of all ships', async () => {
    for (let walk = 1; walk <= WALKS; walk += 1) {
      const draw = drawing(walk);
      const id = await paid(draw);
      let wasDispatched = false;
      for (let at = 0, before = await itemsOf(id); at < STEPS; at += 1) {
        const taken = await step(id, draw);
        const items = await itemsOf(id);
        const order = await result<Fields & { status: { data: { key: string } } }>(`/v1/orders/${id}`);
        const told = { walk, at, taken };
        await expectUnits(told, id, order, items);
        expectStep(told, taken, before, items);
        const found = await result<Fields[]>(`/v1/orders?id=${id}&to_ship=1`);
        const { key } = order.status.data;
        wasDispatched ||= key === 'dispatched';
        // One that was refunded in part waits unless it was dispatched.
        const waits = ['paid', 'processing'].includes(key) || (key === 'partial_refund' && !wasDispatched);
        const isLeft = items.some(({ to_ship }) => to_ship > 0);
        expect({ ...told, key, found: found.length === 1 }).toEqual({ ...told, key, found: waits && isLeft });
        before = items;
      }
      await expectShipsAll(id);
    }
  });

  /** Units that do not go out were shipped or refunded. */
  async function expectUnits(
    told: { readonly taken: Taken },
    id: string,
    order: Fields,
    items: readonly Item[],
  ): Promise<void> {
    const shipped = countsOf(
      (await result<{ items: Item[] }[]>(`/v1/orders/${id}/shipments`)).flatMap((one) => one.items),
    );
    const payments = await result<Transaction[]>(`/v1/orders/${id}/payments?limit=100`);
    const refunded = countsOf(payments.flatMap((one) => one.items ?? []));
    const isAll = isAllBack(order, payments);
    const isRefund = told.taken.status === 200 && told.taken.path.includes('/refund/');
    for (const { sku, quantity, to_ship } of items) {
      const here = quantity - (shipped.get(sku) ?? 0);
      const unsent = here - to_ship;
      const isOfItems = to_ship >= 0 && unsent >= 0 && unsent <= (refunded.get(sku) ?? 0);
      // The units of an order that fails while it is due stay to ship, as far as it was not refunded since.
      const isWhole = isAll ? to_ship === 0 || (isOfItems && !isRefund) : isOfItems;
      expect({ ...told, isAll, isWhole }).toEqual({ ...told, isAll, isWhole: true });
    }
  }

  /** A refund takes the units that did not go out first; a shipment takes those that are left. */
  function expectStep(told: object, taken: Taken, before: readonly Item[], items: readonly Item[]): void {
    const { kind, status, sku, quantity, json } = taken;
    if (status >= 300 || kind === 'other' || json['include_refunded'] !== undefined) return;
    const left = (before.find((item) => item.sku === sku)?.to_ship ?? 0) - quantity;
    const now = items.find((item) => item.sku === sku)?.to_ship;
    expect({ ...told, now }).toEqual({ ...told, now: kind === 'refund' ? Math.max(0, left) : left });
  }

  async function expectShipsAll(id: string): Promise<void> {
    const left = (await itemsOf(id)).flatMap(({ sku, to_ship }) => (to_ship > 0 ? [{ sku, quantity: to_ship }] : []));
    const { status, body } = await shop.send<{ items: Fields[] } | undefined>('POST', `/v1/orders/${id}/shipments`, {
      json: {},
    });
    const order = await result<{ status: { data: { key: string } } }>(`/v1/orders/${id}`);
    const hasGoods = !NO_GOODS.includes(order.status.data.key);
    const isShipped = hasGoods && left.length > 0;
    const shipped = [201, left, undefined, 'dispatched'];
    const field = hasGoods ? 'items' : 'order';
    expect([
      status,
      body.result?.items,
      body.errors && Object.keys(body.errors),
      ...(isShipped ? [order.status.data.key] : []),
    ]).toEqual(isShipped ? shipped : [422, undefined, [field]]);
  }
});
