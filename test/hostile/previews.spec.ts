import { onEachEngine } from '../support/engines';
import { type Answer, startStore, type TestStore } from '../support/store';

const PATH = '/v1/promotions/cart/preview';
const MIB = 1_048_576;

interface Refused {
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

onEachEngine('previews of long carts and rules', (engine) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
  });
  afterAll(() => store.close());

  const preview = <B>(items: number, promotions: number, more: object): Promise<Answer<B>> => {
    const line = { price: 5, quantity: 1, sku: 'x'.repeat(250) };
    const promotion = { action: 'discount_by_percent', amount: 50, ...more };
    return store.request<B>('POST', PATH, {
      form: {
        items: JSON.stringify(Array.from({ length: items }, () => line)),
        promotions: JSON.stringify(Array.from({ length: promotions }, () => promotion)),
      },
    });
  };

  it('have a response that is not much larger than the request', async () => {
    const any = (children: readonly object[]): object => ({ type: 'group', match_on: 'any', children });
    const leaves = Array.from({ length: 48 }, (_, i) => ({ type: 'cart_item', match: 'sku', against: `sku-${i}` }));
    const { status, body } = await preview<object>(330, 20, {
      match_items: JSON.stringify(any([leaves, leaves, leaves, leaves].map(any))),
    });
    expect(status).toBe(200);
    expect(JSON.stringify(body).length).toBeLessThan(MIB);
  });

  it('are answered with 100 promotions, and refused with more', async () => {
    const { status, body } = await preview<Refused>(1, 101, {});
    expect([status, body.errors]).toEqual([422, { promotions: ['promotions must have at most 100 entries'] }]);
    expect((await preview<object>(333, 100, {})).status).toBe(200);
  });
});
