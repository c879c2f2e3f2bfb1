import { ClientsService } from '../../src/modules/access/clients.service';
import { type OrderNoteRecord } from '../../src/modules/orders/history/order-note.record';
import { type OrderRecord } from '../../src/modules/orders/order.record';
import { type ShipmentRecord } from '../../src/modules/shipments/shipment.record';
import { ID, type One, openShop, type Saved, type Shop, TIME } from '../builders/shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';

/*
 * Shipments and notes of orders (orders-and-payments.md 35, 36).
 */

onEachEngine('shipments and notes', (engine) => {
  let shop: Shop;
  beforeAll(async () => (shop = await openShop(engine.databaseUrl)));
  afterAll(() => shop.store.close());

  /** An order of three mugs and a tea. */
  async function order(more = {}): Promise<string> {
    const { id } = await shop.order({ status: 'paid', ...more });
    await shop.item(id, { sku: 'MUG', quantity: 3 });
    await shop.item(id, { sku: 'TEA', quantity: 1 });
    return id;
  }
  const ship = (id: string, form: object = {}) =>
    shop.make<ShipmentRecord>(`/v1/orders/${id}/shipments`, form as Record<string, unknown>);
  const refused = (id: string, form: object, at = '') =>
    shop.refused(at === '' ? 'POST' : 'PUT', `/v1/orders/${id}/shipments${at}`, {
      form: form as Record<string, unknown>,
    });
  const status = async (id: string) => (await shop.read(id)).status.data.key;

  it('orders-and-payments.md 35: all that is left is shipped, and the order is dispatched', async () => {
    const id = await order();
    const tracked = {
      carrier: 'Royal Mail',
      tracking_number: 'RM1',
      tracking_url: 'https://track.example/RM1?a=b',
    };
    const shipment = await ship(id, tracked);
    const items = [
      { sku: 'MUG', quantity: 3 },
      { sku: 'TEA', quantity: 1 },
    ];
    expect(shipment).toEqual({ id: ID, order: id, items, ...tracked, created_at: TIME, updated_at: TIME });
    expect(await status(id)).toBe('dispatched');
    expect((await shop.list<ShipmentRecord>(`/v1/orders/${id}/shipments`)).result).toEqual([shipment]);
    const one = await shop.store.request<One>('GET', `/v1/orders/${id}/shipments/${shipment.id}`);
    expect(one.body.result).toEqual(shipment);
    const shown = await shop.store.request<One>('GET', `/v1/orders/${id}?include=shipments`);
    expect(shown.body.result['shipments']).toEqual([shipment]);
    expect(await refused(id, {})).toEqual({ items: ['items has nothing left to ship'] });
  });

  it('orders-and-payments.md 35: parts are shipped one by one, in any form, and never more than was sold', async () => {
    const id = await order();
    const first = await ship(id, { items: JSON.stringify([{ sku: 'MUG', quantity: 2 }]) });
    expect([first.items, first.carrier, await status(id)]).toEqual([[{ sku: 'MUG', quantity: 2 }], null, 'paid']);
    expect(await refused(id, { items: [{ sku: 'MUG', quantity: 2 }] })).toEqual({
      items: ['items has 2 of MUG, of which 1 are left to ship'],
    });
    expect(await refused(id, { items: [{ sku: 'CUP', quantity: 1 }] })).toEqual({
      items: ['items has 1 of CUP, of which 0 are left to ship'],
    });
    const second = await ship(id, { items: [{ sku: 'TEA', quantity: 1 }] });
    expect(await status(id)).toBe('paid');
    expect((await ship(id)).items).toEqual([{ sku: 'MUG', quantity: 1 }]);
    expect(await status(id)).toBe('dispatched');
    await shop.store.request('DELETE', `/v1/orders/${id}/shipments/${second.id}`);
    expect([(await ship(id, { items: '' })).items, await status(id)]).toEqual([
      [{ sku: 'TEA', quantity: 1 }],
      'dispatched',
    ]);
  });

  it('orders-and-payments.md 35: of shipments at once only what was sold goes out', async () => {
    const id = await order();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        shop.store.request('POST', `/v1/orders/${id}/shipments`, { json: { items: [{ sku: 'MUG', quantity: 1 }] } }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 201, 201, 422, 422, 422, 422, 422]);
  });

  it('orders-and-payments.md 35: a shipment is changed and removed', async () => {
    const id = await order();
    const made = await ship(id, { items: [{ sku: 'MUG', quantity: 2 }], carrier: 'Post' });
    const path = `/v1/orders/${id}/shipments/${made.id}`;
    const changed = await shop.change<ShipmentRecord>(path, { tracking_number: 'N1' });
    expect(changed).toEqual({ ...made, tracking_number: 'N1', updated_at: TIME });
    expect(await refused(id, { items: [{ sku: 'MUG', quantity: 4 }] }, `/${made.id}`)).toEqual({
      items: ['items has 4 of MUG, of which 3 are left to ship'],
    });
    expect(await shop.change<ShipmentRecord>(path, { items: '', carrier: '' })).toEqual({
      ...changed,
      items: [
        { sku: 'MUG', quantity: 3 },
        { sku: 'TEA', quantity: 1 },
      ],
      carrier: null,
      updated_at: TIME,
    });
    expect(await status(id)).toBe('dispatched');
    const stale = await shop.fails('DELETE', path, { headers: { 'if-match': '"old"' } });
    expect(stale.status).toBe(409);
    const { body } = await shop.store.request('DELETE', path);
    expect(body).toEqual({ status: true, message: 'Shipment removed successfully' });
    expect((await shop.fails('GET', path)).status).toBe(404);
    const types = (await recordedEvents(shop.store, made.id)).map(({ type, version }) => [type, version]);
    expect(types).toEqual([
      ['shipment.created', 1],
      ['shipment.updated', 2],
      ['shipment.updated', 3],
      ['shipment.deleted', 4],
    ]);
    expect((await recordedEvents(shop.store, made.id))[0]?.data).toEqual(made);
  });

  it('orders-and-payments.md 35: an order keeps at least the units that went out', async () => {
    const id = await order();
    await ship(id, { items: [{ sku: 'MUG', quantity: 2 }] });
    const items = (await shop.list<Saved>(`/v1/orders/${id}/items`)).result;
    const mug = items.find(({ sku }) => sku === 'MUG');
    const kept = { quantity: ['quantity of MUG must be at least 2: they are shipped already'] };
    const path = `/v1/orders/${id}/items`;
    expect(await shop.refused('POST', path, { form: { sku: 'MUG', quantity: '1' } })).toEqual(kept);
    expect(await shop.refused('DELETE', `${path}/${mug?.id}`, {})).toEqual(kept);
    const edit = { items: [{ sku: 'MUG', quantity: 0 }] };
    expect(await shop.refused('POST', `/v1/orders/${id}/edits`, { json: edit })).toEqual(kept);
    expect((await shop.list(path)).result).toEqual(items);
    await shop.item(id, { sku: 'MUG', quantity: '2' });
    await shop.store.request('DELETE', `${path}/${items.find(({ sku }) => sku === 'TEA')?.id}`);
    expect((await shop.read(id)).count).toBe(1);
  });

  it('orders-and-payments.md 35: fields that are wrong are named, and nothing is shipped', async () => {
    const id = await order();
    const wrong: [object, string][] = [
      [{ items: '{' }, 'items'],
      [{ items: [{ sku: 'MUG' }] }, 'items.0.quantity'],
      [{ items: [{ sku: 'MUG', quantity: 0 }] }, 'items.0.quantity'],
      [{ items: [{ sku: 'MUG', quantity: 1.5 }] }, 'items.0.quantity'],
      [{ items: [{ quantity: 1 }] }, 'items.0.sku'],
      [{ items: Array.from({ length: 501 }, () => 'MUG') }, 'items'],
      [{ tracking_url: 'javascript:alert(1)' }, 'tracking_url'],
      [{ tracking_url: 'ftp://track.example' }, 'tracking_url'],
      [{ tracking_url: 'https://' }, 'tracking_url'],
      [{ tracking_url: `https://t.example/${'x'.repeat(2048)}` }, 'tracking_url'],
      [{ carrier: 'x'.repeat(256) }, 'carrier'],
      [{ tracking_number: 'a\nb' }, 'tracking_number'],
    ];
    for (const [json, field] of wrong) {
      const errors = await shop.refused('POST', `/v1/orders/${id}/shipments`, { json });
      expect([json, Object.keys(errors ?? {})]).toEqual([json, [field]]);
    }
    expect((await shop.list(`/v1/orders/${id}/shipments`)).result).toEqual([]);
    expect((await shop.fails('POST', '/v1/orders/77/shipments', { json: {} })).status).toBe(404);
    const elsewhere = await ship(await order());
    expect((await shop.fails('GET', `/v1/orders/${id}/shipments/${elsewhere.id}`)).status).toBe(404);
  });

  it('orders-and-payments.md 35: fields that are not known are refused: without a misspelt one, all would be shipped', async () => {
    const id = await order();
    const takes = 'is not known: a shipment takes items, include_refunded, carrier, tracking_number and tracking_url';
    const itmes = [{ sku: 'MUG', quantity: 1 }];
    expect(await refused(id, { itmes: JSON.stringify(itmes) })).toEqual({ itmes: [`itmes ${takes}`] });
    const units = { items: JSON.stringify([{ sku: 'MUG', quantity: 1, size: 'L' }]) };
    const named = { 'items.0.size': ['items.0.size is not known: an item of a shipment takes sku and quantity'] };
    expect(await refused(id, units)).toEqual(named);
    expect((await shop.list<ShipmentRecord>(`/v1/orders/${id}/shipments`)).result).toEqual([]);
    const shipment = await ship(id, { items: JSON.stringify(itmes) });
    const at = `/${shipment.id}`;
    expect(await refused(id, { tracking: 'RM1' }, at)).toEqual({ tracking: [`tracking ${takes}`] });
    expect((await shop.list<ShipmentRecord>(`/v1/orders/${id}/shipments`)).result).toEqual([shipment]);
  });

  it('orders-and-payments.md 35: what came to nothing is not shipped, and a removed order takes its shipments along', async () => {
    for (const state of ['cancelled', 'failed', 'declined', 'refunded']) {
      const id = await order({ status: state });
      expect(await refused(id, {})).toEqual({ order: [`order is ${state} and cannot be shipped`] });
    }
    const id = await order();
    const shipment = await ship(id);
    await shop.store.request('DELETE', `/v1/orders/${id}`);
    expect((await recordedEvents(shop.store, shipment.id)).at(-1)?.type).toBe('shipment.deleted');
    expect(await shop.manager.query('SELECT id FROM shipments WHERE order_id = ?', [id])).toEqual([]);
  });

  it('orders-and-payments.md 36: notes are added and listed, and go with their order', async () => {
    const { id } = await shop.order();
    const first = await shop.make<OrderNoteRecord>(`/v1/orders/${id}/notes`, {
      text: 'Called.\nNobody there.',
      author: 'Grace',
    });
    expect(first).toEqual({ id: ID, order: id, text: 'Called.\nNobody there.', author: 'Grace', created_at: TIME });
    const second = await shop.make<OrderNoteRecord>(`/v1/orders/${id}/notes`, { text: 'x'.repeat(10_000) });
    expect(second.author).toBe('bootstrap');
    expect((await shop.list<OrderNoteRecord>(`/v1/orders/${id}/notes`)).result).toEqual([second, first]);
    const shown = await shop.store.request<One>('GET', `/v1/orders/${id}?include=notes`);
    expect(shown.body.result['notes']).toEqual([first, second]);
    for (const [form, field] of [
      [{}, 'text'],
      [{ text: ' ' }, 'text'],
      [{ text: 'x'.repeat(10_001) }, 'text'],
      [{ text: 'a', author: 'x'.repeat(256) }, 'author'],
    ] as const) {
      expect(Object.keys((await shop.refused('POST', `/v1/orders/${id}/notes`, { form })) ?? {})).toEqual([field]);
    }
    expect((await shop.fails('GET', '/v1/orders/77/notes')).status).toBe(404);
    await shop.store.request('DELETE', `/v1/orders/${id}`);
    expect(await shop.manager.query('SELECT id FROM order_notes WHERE order_id = ?', [id])).toEqual([]);
  });

  it('orders-and-payments.md 36: no answer shows a note to a client without orders:read', async () => {
    const { id } = await shop.order();
    await shop.make(`/v1/orders/${id}/notes`, { text: 'secret remark' });
    const client = await shop.store.app.get(ClientsService).create('writer', ['orders:write']);
    const form = { grant_type: 'client_credentials', client_id: client.clientId, client_secret: client.clientSecret };
    const granted = await shop.store.request<{ access_token: string }>('POST', '/oauth/access_token', {
      form,
      token: null,
    });
    const token = granted.body.access_token;
    const answers = [
      await shop.store.request('GET', `/v1/orders/${id}/notes`, { token }),
      await shop.store.request('GET', `/v1/orders/${id}?include=notes`, { token }),
      await shop.store.request('GET', '/v1/orders?include=notes', { token }),
      await shop.store.request('POST', `/v1/orders/${id}/notes`, { token, form: { text: 'secret too' } }),
      await shop.store.request<One<OrderRecord>>('PUT', `/v1/orders/${id}?include=notes`, {
        token,
        form: { gateway: 'manual' },
      }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([403, 403, 403, 403, 200]);
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain('secret');
    expect((await shop.list(`/v1/orders/${id}/notes`)).pagination.total).toBe(1);
  });
});
