import { type Fields, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

const TAKEN = [422, { sku: ['sku must be unique'] }];

onEachEngine('skus of products and variations (orders-and-payments.md 29)', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let made = 0;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
  });
  afterAll(() => store.close());

  const ask = async (method: string, path: string, json: Fields) => {
    const { status, body } = await shop.send(method, path, { json });
    return [status, status < 300 ? body.result['sku'] : body.errors];
  };
  const product = (sku: string): [string, string, Fields] => {
    const slug = `sku-${(made += 1)}`;
    return ['POST', '/v1/products', { sku, title: sku, slug, price: 1, tax_band: shop.untaxed }];
  };
  /** Where the variations of a new product are. */
  const variations = async (): Promise<string> => {
    const { id } = await shop.product();
    const modifier = await shop.made(`/v1/products/${id}/modifiers`, { title: 'Size', type: 'variant' });
    return `/v1/products/${id}/modifiers/${modifier.id}/variations`;
  };
  const variation = (sku: string) => ({ title: sku, mod_price: '+1.00', sku });

  it('are refused when the other kind has them, in both orders', async () => {
    const path = await variations();
    expect(await ask('POST', path, variation('MUG-L'))).toEqual([201, 'MUG-L']);
    expect(await ask(...product('MUG-L'))).toEqual(TAKEN);
    const { id } = await shop.product({ sku: 'CUP' });
    expect(await ask('PUT', `/v1/products/${id}`, { sku: 'MUG-L' })).toEqual(TAKEN);
    expect(await ask('POST', path, variation('CUP'))).toEqual(TAKEN);
    const other = await shop.made(path, variation('CUP-L'));
    expect(await ask('PUT', `${path}/${other.id}`, { sku: 'CUP' })).toEqual(TAKEN);
    expect(await ask('POST', await variations(), variation('CUP-L'))).toEqual(TAKEN);
    expect(await ask('PUT', `${path}/${other.id}`, { sku: 'CUP-L', title: 'Large' })).toEqual([200, 'CUP-L']);
  });

  it('are free again after a change or a removal', async () => {
    const path = await variations();
    const { id } = await shop.made(path, variation('A-1'));
    expect(await ask('PUT', `${path}/${id}`, { sku: 'A-2' })).toEqual([200, 'A-2']);
    expect(await ask(...product('A-1'))).toEqual([201, 'A-1']);
    expect(await ask('PUT', `${path}/${id}`, { sku: '' })).toEqual([200, null]);
    const first = await shop.product({ sku: 'A-2' });
    expect(await ask('PUT', `/v1/products/${first.id}`, { sku: 'A-3' })).toEqual([200, 'A-3']);
    expect(await ask('PUT', `${path}/${id}`, { sku: 'A-2' })).toEqual([200, 'A-2']);
    await shop.send('DELETE', path.replace(/\/variations$/, ''));
    expect(await ask(...product('A-2'))).toEqual([201, 'A-2']);
    const again = await variations();
    await shop.made(again, variation('A-4'));
    await shop.send('DELETE', again.split('/modifiers')[0] ?? '');
    expect(await ask(...product('A-4'))).toEqual([201, 'A-4']);
    await shop.send('DELETE', `/v1/products/${first.id}`);
    expect(await ask('POST', path.replace(/\/modifiers.*/, '/modifiers'), { title: 'None', type: 'single' })).toEqual([
      201,
      undefined,
    ]);
    expect(await ask('POST', await variations(), variation('A-3'))).toEqual([201, 'A-3']);
  });

  it('are of one of those that ask for them at once', async () => {
    const paths = await Promise.all(Array.from({ length: 4 }, () => variations()));
    for (let round = 0; round < 6; round += 1) {
      const sku = `RACE-${round}`;
      const asked = [
        ...paths.map((path) => ask('POST', path, variation(sku))),
        ask(...product(sku)),
        ask(...product(sku)),
      ];
      const answers = await Promise.all(asked);
      expect(answers.map(([status]) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
      expect(answers.filter(([status]) => status === 422)).toEqual(Array.from({ length: 5 }, () => TAKEN));
    }
  });
});
