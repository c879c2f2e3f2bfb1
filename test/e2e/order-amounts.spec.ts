import { type Fields, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';
import { tableDump } from '../support/table-dump';

const MOST = '9999999999999';
const FORMAT = { decimal_point: '.', thousand_point: ',', rounding_mode: 'half_up', enabled: 1 };

onEachEngine('orders in a currency that is worth more than the default', (engine) => {
  let store: TestStore;
  let shop: Shop;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    const dinar = { code: 'KWD', title: 'Dinar', format: '{price} KWD', exchange_rate: '0.4', ...FORMAT };
    await shop.made('/v1/currencies', dinar);
    const dear = { code: 'BHD', title: 'Dear dinar', format: '{price} BHD', exchange_rate: '0.0000000001', ...FORMAT };
    await shop.made('/v1/currencies', dear);
  });
  afterAll(() => store.close());

  const refused = (field: 'cart' | 'order'): unknown[] => [
    422,
    { [field]: [`${field} comes to more than an order can hold`] },
  ];
  const placed = async (product: string, form: Fields, currency: string) => {
    const { status, body } = await shop.checkout(await shop.cart(product), form, { 'x-currency': currency });
    expect([status, body.result['currency_code']]).toEqual([201, currency]);
    return body.result;
  };
  const send = async (method: string, path: string, json: Fields): Promise<unknown[]> => {
    const { status, body } = await shop.send<Fields>(method, path, { json });
    return [status, body.errors];
  };

  it('orders-and-payments.md 7: an edit whose prices the default currency cannot hold is 422, and writes nothing', async () => {
    const tea = await shop.product();
    const { id: shipping } = await shop.shipping();
    const { id } = await placed(tea.id, { shipping }, 'KWD');
    const before = await tableDump(store);
    const edits = `/v1/orders/${id}/edits`;
    const sku = tea['sku'];
    expect([
      await send('POST', edits, { shipping_price: MOST }),
      await send('POST', edits, { shipping_price: MOST, dry_run: 1 }),
      await send('POST', edits, { items: [{ sku, quantity: 1, price: MOST }] }),
      await send('PUT', `/v1/orders/${id}`, { shipping_price: MOST }),
      await send('PUT', `/v1/orders/${id}/items`, { sku, price: MOST }),
    ]).toEqual(Array.from({ length: 5 }, () => refused('order')));
    expect(await tableDump(store)).toEqual(before);
    expect(await send('POST', edits, { shipping_price: '3999999999999' })).toEqual([200, undefined]);
  });

  it('promotions-at-scale.md 7: a discount that the default currency cannot hold is 422, and writes nothing', async () => {
    const { id: promotion } = await shop.promotion({ amount: 50 });
    const gold = await shop.product({ price: '9000000000000' });
    const cart = await shop.cart(gold.id, 1_000_000);
    const before = await tableDump(store);
    const { status, body } = await shop.checkout(cart, {}, { 'x-currency': 'BHD' });
    expect([status, body.errors]).toEqual(refused('cart'));
    expect(await tableDump(store)).toEqual(before);
    const { id } = await placed(gold.id, {}, 'BHD');
    const items = [{ sku: gold['sku'], quantity: 1_000_000 }];
    for (const dry_run of [0, 1]) {
      expect(await send('POST', `/v1/orders/${id}/edits`, { items, dry_run })).toEqual(refused('order'));
    }
    await shop.send('DELETE', `/v1/promotions/cart/${promotion}`);
  });
});
