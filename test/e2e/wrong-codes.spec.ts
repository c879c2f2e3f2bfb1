import { type Fields, Shop } from '../builders/cart-shop.builder';
import { SignedIn } from '../builders/signed-in.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

const LIMIT = 3;
type Answer = Promise<{ status: number; body: unknown }>;

onEachEngine('wrong discount codes of pages (storefront.md 1)', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let product: string;
  let token: string;
  let address = 0;

  beforeAll(async () => {
    const settings = { RATE_LIMIT_PER_MINUTE: '0', LOGIN_LIMIT_PER_MINUTE: String(LIMIT), TRUST_PROXY: '1' };
    store = await startStore(engine.databaseUrl, settings);
    shop = await Shop.open(store);
    product = (await shop.product()).id;
    await shop.promotion({ discount_code: 'RIGHT' });
    await shop.promotion({ discount_code: 'DRAFT', status: 0 });
  });
  // A client has a limit too: each test has its own.
  beforeEach(async () => {
    token = (await SignedIn.open(shop)).page;
  });
  afterAll(() => store.close());

  /** A page of another buyer each time. */
  const page = (): ((method: string, path: string, form: Fields) => Answer) => {
    const headers = { 'x-forwarded-for': `10.0.0.${(address += 1)}` };
    return (method, path, form) => shop.send<Fields & { id: string }>(method, path, { token, form, headers });
  };
  const paths: Readonly<Record<string, (send: ReturnType<typeof page>, code: string) => Answer>> = {
    'POST /discount': (send, code) => send('POST', '/v1/carts/a-cart-of-some-page/discount', { code }),
    'PUT the cart': (send, code) => send('PUT', '/v1/carts/a-cart-of-some-page', { discount_code: code }),
    'POST /checkout': (send, code) =>
      send('POST', '/v1/carts/checkout', { code, items: [{ id: product }], gateway: 'dummy' }),
  };

  it.each(Object.keys(paths))(
    '%s counts codes that no cart can use by address, and then refuses right ones',
    async (at) => {
      const type = paths[at] as (typeof paths)[string];
      const send = page();
      const statuses: number[] = [];
      for (const code of ['none', 'RIGHT', 'draft', 'other', 'RIGHT', 'more'])
        statuses.push((await type(send, code)).status);
      const right = at === 'POST /checkout' ? 201 : 200;
      expect(statuses).toEqual([422, right, 422, 422, 429, 429]);
      expect((await type(page(), 'RIGHT')).status).toBe(right);
      // What names no code goes on.
      const forgotten = { discount_code: '' };
      expect((await send('PUT', '/v1/carts/a-cart-of-some-page', forgotten)).status).toBe(200);
    },
  );

  it('all paths share the limit', async () => {
    const send = page();
    const [first, second, third] = Object.values(paths);
    const statuses = [
      await first?.(send, 'a'),
      await second?.(send, 'b'),
      await third?.(send, 'c'),
      await first?.(send, 'd'),
    ];
    expect(statuses.map((answer) => answer?.status)).toEqual([422, 422, 422, 429]);
  });

  it('a code that takes nothing off a checkout is not a wrong one', async () => {
    await shop.promotion({ discount_code: 'ZERO', amount: 0 });
    const send = page();
    const answers: number[] = [];
    for (let i = 0; i <= LIMIT; i += 1)
      answers.push((await send('POST', '/v1/carts/checkout', { code: 'ZERO', items: [{ id: product }] })).status);
    expect(answers).toEqual(Array(LIMIT + 1).fill(422));
  });

  it('the shop’s own server is not counted', async () => {
    for (let i = 0; i < 2 * LIMIT; i += 1) {
      const { status } = await shop.send('POST', '/v1/carts/server/discount', { form: { code: `wrong-${i}` } });
      expect(status).toBe(422);
    }
  });

  it('beyond ten times as many of a client, wrong ones are refused and right ones are not', async () => {
    const statuses = new Set<number>();
    for (let i = 0; i < 10 * LIMIT + 5; i += 1)
      statuses.add((await page()('POST', '/v1/carts/a-cart-of-some-page/discount', { code: 'none' })).status);
    expect([...statuses]).toEqual([422, 429]);
    expect((await page()('POST', '/v1/carts/a-cart-of-some-page/discount', { code: 'right' })).status).toBe(200);
  });
});
