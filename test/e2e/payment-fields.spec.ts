import { type Fields, GOOD_CARD, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

/** Fields that v1 applications send with every payment. */
const CARD = { ...GOOD_CARD.data, first_name: 'Ada', last_name: 'Byron', start_month: 1, start_year: 2020 };
const REFUND = 'a refund takes amount, items, shipping, restock and reason';
const CAPTURE = 'a capture takes amount';
const SHIPPING = 'must be 1, or sent with amount or items: without them all that is left would be refunded';

onEachEngine('fields that payments do not know', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let product: Fields & { id: string };

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    product = await shop.product();
  });
  afterAll(() => store.close());

  const post = async (path: string, json: Fields): Promise<unknown[]> => {
    const { status, body } = await shop.send<Fields>('POST', path, { json });
    return [status, body.errors];
  };
  /** Messages that name fields, as a 422 has them. */
  const named = (...messages: (readonly [string, string])[]): unknown[] => [
    422,
    Object.fromEntries(messages.map(([field, message]) => [field, [`${field} ${message}`]])),
  ];
  const money = async (id: string): Promise<unknown[]> => {
    const { result } = (await shop.send<Fields>('GET', `/v1/orders/${id}`)).body;
    return [result['captured'], result['refunded'], result['total']];
  };

  const ofRefunds: [Fields, unknown[]][] = [
    [{ data: { amount: '5.00' } }, named(['data.amount', 'is not known: send amount beside data'])],
    [{ data: { ...CARD, items: [] } }, named(['data.items', 'is not known: send items beside data'])],
    [{ data: { ammount: 5 } }, named(['data.ammount', 'is not known: data is for a card or a token'])],
    [{ data: '{"shipping":1}' }, named(['data.shipping', 'is not known: send shipping beside data'])],
    [{ ammount: '5.00' }, named(['ammount', `is not known: ${REFUND}`])],
    [
      { refund_amount: 5, Amount: 5 },
      named(['refund_amount', `is not known: ${REFUND}`], ['Amount', `is not known: ${REFUND}`]),
    ],
    [{ item: [{ sku: 'A', quantity: 1 }] }, named(['item', `is not known: ${REFUND}`])],
    [{ toRequest: 1 }, named(['toRequest', `is not known: ${REFUND}`])],
    [{ shipping: 0 }, named(['shipping', SHIPPING])],
    [{ shipping: '', restock: 1 }, named(['shipping', SHIPPING])],
  ];

  it('orders-and-payments.md 16: a refund with a misspelt or misplaced field gives nothing back', async () => {
    const { id } = await shop.order(product.id);
    await shop.pay('purchase', id, GOOD_CARD);
    const path = `/v1/checkout/payment/refund/${id}`;
    for (const [json, refused] of ofRefunds) expect([json, await post(path, json)]).toEqual([json, refused]);
    const inQuery = await post(`${path}?amount=5`, {});
    expect(inQuery).toEqual(named(['amount', 'must be sent in the body']));
    expect(await money(id)).toEqual([10, 0, 10]);
    const json = { data: CARD, ...CARD, amount: 5, shipping: 0, restock: 0, reason: 'Broken' };
    expect(await post(path, json)).toEqual([200, undefined]);
    expect(await post(path, { data: CARD })).toEqual([200, undefined]);
    expect(await money(id)).toEqual([10, 10, 10]);
  });

  it('orders-and-payments.md 14: a capture with a misspelt or misplaced field takes nothing', async () => {
    const { id } = await shop.order(product.id);
    await shop.pay('authorize', id, GOOD_CARD);
    const path = `/v1/checkout/payment/capture/${id}`;
    const refused: [Fields, unknown[]][] = [
      [{ data: { amount: 5 } }, named(['data.amount', 'is not known: send amount beside data'])],
      [{ ammount: 5 }, named(['ammount', `is not known: ${CAPTURE}`])],
      [{ items: [{ sku: product['sku'], quantity: 1 }] }, named(['items', `is of a refund only: ${CAPTURE}`])],
      [{ shipping: 1 }, named(['shipping', `is of a refund only: ${CAPTURE}`])],
    ];
    for (const [json, answer] of refused) expect([json, await post(path, json)]).toEqual([json, answer]);
    expect(await post(`${path}?ammount=5`, {})).toEqual(named(['ammount', 'must be sent in the body']));
    expect(await money(id)).toEqual([0, 0, 10]);
    expect(await post(path, { data: CARD, amount: 5 })).toEqual([200, undefined]);
    expect(await money(id)).toEqual([5, 0, 10]);
  });

  it.each(['purchase', 'authorize'])(
    'wire.md 1: the method %s ignores unknown fields, but no amount in data',
    async (method) => {
      const { id } = await shop.order(product.id);
      const path = `/v1/checkout/payment/${method}/${id}`;
      for (const field of ['amount', 'items', 'shipping']) {
        const json = { data: { ...CARD, [field]: '5' } };
        expect(await post(path, json)).toEqual(named([`data.${field}`, 'must be omitted: the balance is charged']));
      }
      expect(await post(`${path}?channel=web`, { data: { ...CARD, channel: 'web' }, channel: 'web' })).toEqual([
        200,
        undefined,
      ]);
    },
  );

  it('orders-and-payments.md 7, 16: items of edits and of refunds refuse fields they do not know, by their path', async () => {
    const { id } = await shop.order(product.id);
    const edits = `/v1/orders/${id}/edits`;
    const { sku } = product;
    const edit = 'is not known: an item of an edit takes sku, modifier, quantity and price';
    const misspelt = {
      items: [
        { sku, quantity: 2 },
        { sku, quantity: 2, prise: 1, dry_run: 1 },
      ],
    };
    expect(await post(edits, misspelt)).toEqual(named(['items.1.prise', edit], ['items.1.dry_run', edit]));
    expect(await post(edits, { items: JSON.stringify(misspelt.items), dry_run: 1 })).toEqual(
      named(['items.1.prise', edit], ['items.1.dry_run', edit]),
    );
    const most = [422, { items: ['items must have at most 300 entries'] }];
    expect(await post(edits, { items: Array.from({ length: 301 }, () => sku) })).toEqual(most);
    expect(await money(id)).toEqual([0, 0, 10]);
    await shop.pay('purchase', id, GOOD_CARD);
    const refund = 'is not known: an item of a refund takes sku and quantity';
    for (const path of [`/v1/orders/${id}/refunds/preview`, `/v1/checkout/payment/refund/${id}`]) {
      const items = [{ sku, quantity: 1, amount: '0.50', quantitty: 2 }];
      const refused = named(['items.0.amount', refund], ['items.0.quantitty', refund]);
      expect(await post(path, { items })).toEqual(refused);
      expect(await post(path, { items: JSON.stringify(items) })).toEqual(refused);
      expect(await post(path, { items: [{ sku, quantitty: 1 }] })).toEqual(named(['items.0.quantity', 'is required']));
      expect(await post(path, { items: [{ sku, quantity: 0 }, 'x'] })).toEqual(
        named(['items.0.quantity', 'must be 1 or more'], ['items.1', 'must be an object']),
      );
    }
    const { status, body } = await shop.send<Fields>('POST', edits, {
      form: { 'items[0][sku]': String(sku), 'items[0][quantity]': 1, 'items[0][prise]': 1 },
    });
    expect([status, body.errors]).toEqual(named(['items.0.prise', edit]));
    expect(await money(id)).toEqual([10, 0, 10]);
  });

  it('orders-and-payments.md 7, 16: trials and edits refuse fields they do not know, and change nothing', async () => {
    const { id } = await shop.order(product.id);
    const edits = `/v1/orders/${id}/edits`;
    const items = [{ sku: product['sku'], quantity: 2 }];
    const edit = 'is not known: an edit takes items, shipping, shipping_price and dry_run';
    expect(await post(edits, { items, dryrun: 1 })).toEqual(named(['dryrun', edit]));
    expect(await post(edits, { items, shiping_price: 1, dry_run: 1 })).toEqual(named(['shiping_price', edit]));
    expect(await post(`${edits}?dry_run=1`, { items })).toEqual(named(['dry_run', 'must be sent in the body']));
    expect(await money(id)).toEqual([0, 0, 10]);
    expect((await post(edits, { items, dry_run: 1 }))[0]).toBe(200);
    await shop.pay('purchase', id, GOOD_CARD);
    const previews = `/v1/orders/${id}/refunds/preview`;
    expect(await post(previews, { ammount: 5 })).toEqual(named(['ammount', `is not known: ${REFUND}`]));
    expect(await post(previews, { data: { amount: 5 } })).toEqual(named(['data', `is not known: ${REFUND}`]));
    expect(await post(previews, { shipping: 0 })).toEqual(named(['shipping', SHIPPING]));
    expect(await post(previews, { amount: '' })).toEqual(
      named(['amount', 'must not be empty: leave it out for all that is left']),
    );
    expect(await post(`${previews}?amount=5`, {})).toEqual(named(['amount', 'must be sent in the body']));
    expect(await post(previews, { restock: 1, reason: 'Broken' })).toEqual([200, undefined]);
  });
});
