import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { RedemptionsService } from '../../src/modules/promotions/redemptions.service';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { type ServerPool } from '../../src/platform/database/connection/server-pool';
import { type Fields, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

/** `promotions-at-scale.md` 4 and 5, with everybody at once. */
onEachEngine('codes of pools at once', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let product: string;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    // On a busy machine the last of 200 waits for a connection for longer than a request does elsewhere, and would hear 503.
    const { pool } = store.app.get<DataSource>(getDataSourceToken()).driver as unknown as { pool?: ServerPool };
    if (pool !== undefined) jest.replaceProperty(pool['limits'], 'waitMs', 60_000);
    shop = await Shop.open(store);
    product = (await shop.product()).id;
  });
  afterAll(() => store.close());

  const dataSource = () => store.app.get<DataSource>(getDataSourceToken());
  const counted = async (sql: string, ...values: unknown[]): Promise<number> => {
    const [row] = await dataSource().query<{ n: unknown }[]>(sql, values);
    return Number(row?.n ?? 0);
  };
  const LEDGER = 'SELECT COUNT(*) AS n FROM promotion_redemptions WHERE promotion_id = ? AND released_at IS NULL';
  const USED = 'SELECT used AS n FROM promotion_codes WHERE code = ?';

  const pool = async (code: string, more: Fields = {}, promotion: Fields = {}): Promise<string> => {
    const { id } = await shop.promotion(promotion);
    const { status } = await shop.send('POST', `/v1/promotions/cart/${id}/codes`, { json: { codes: [code], ...more } });
    expect(status).toBe(201);
    return id;
  };
  const cartWith = async (code: string): Promise<string> => {
    const cart = await shop.cart(product);
    await shop.send('POST', `/v1/carts/${cart}/discount`, { form: { code } });
    return cart;
  };
  const cartsWith = async (count: number, code: string): Promise<string[]> => {
    const carts: string[] = [];
    for (let i = 0; i < count; i += 1) carts.push(await cartWith(code));
    return carts;
  };
  const discounted = (answers: readonly { status: number; body: { result: OrderResult } }[]): number => {
    expect(answers.map(({ status }) => status).filter((status) => status !== 201)).toEqual([]);
    return answers.filter(({ body }) => body.result.total === 9).length;
  };

  it('promotions-at-scale.md 5: 50 checkouts at one single-use code give exactly one discount', async () => {
    const id = await pool('ONE-ONLY');
    const carts = await cartsWith(50, 'one-only');
    const answers = await Promise.all(carts.map((cart) => shop.checkout(cart)));
    expect(discounted(answers)).toBe(1);
    expect([await counted(LEDGER, id), await counted(USED, 'ONE-ONLY')]).toEqual([1, 1]);
  });

  it('promotions-at-scale.md 4: 50 checkouts at a code with 7 uses of a promotion with 5 give exactly 5', async () => {
    const id = await pool('SEVEN', { uses: 7 }, { max_uses: 5 });
    const carts = await cartsWith(50, 'SEVEN');
    const answers = await Promise.all(carts.map((cart) => shop.checkout(cart)));
    expect(discounted(answers)).toBe(5);
    expect([await counted(LEDGER, id), await counted(USED, 'SEVEN')]).toEqual([5, 5]);
  });

  it('promotions-at-scale.md 4: 200 takes and cancels at once leave the uses of the code = its unreleased ledger rows', async () => {
    const id = await pool('MIXED-POOL', { uses: 40 });
    const act = async (i: number): Promise<void> => {
      const { status, body } = await shop.checkout(await cartWith('MIXED-POOL'));
      expect(status).toBe(201);
      if (i % 3 === 0) return;
      for (const to of ['failed', i % 2 === 0 ? 'unpaid' : 'cancelled']) {
        const moved = await shop.send('PUT', `/v1/orders/${body.result.id}`, { form: { status: to } });
        expect([200, 409]).toContain(moved.status);
      }
    };
    await Promise.all(Array.from({ length: 200 }, (_, i) => act(i)));
    const used = await counted(USED, 'MIXED-POOL');
    expect(used).toBe(await counted(LEDGER, id));
    expect(used).toBeLessThanOrEqual(40);
    expect(used).toBeGreaterThan(0);
  });

  it('promotions-at-scale.md 3: no checkout takes a code after it was revoked', async () => {
    const id = await pool('STOPPED', { uses: 0 });
    const carts = await cartsWith(30, 'STOPPED');
    const revoked = shop.send('POST', '/v1/promotions/codes/stopped/revoke');
    const answers = await Promise.all(carts.map((cart) => shop.checkout(cart)));
    expect((await revoked).status).toBe(200);
    const used = discounted(answers);
    expect([await counted(LEDGER, id), await counted(USED, 'STOPPED')]).toEqual([used, used]);
    expect((await shop.checkout(carts[0] ?? '')).status).toBe(201);
    const late = await shop.cart(product);
    const refused = await shop.send('POST', `/v1/carts/${late}/discount`, { form: { code: 'STOPPED' } });
    expect([refused.status, refused.body.errors['reason']]).toEqual([422, ['code_revoked']]);
  });

  it('promotions-at-scale.md 4: a use of a code that was revoked or used up since it was priced is not taken', async () => {
    const promotionId = await pool('PRICED', { uses: 1 });
    const amounts = { maxUses: 0, customerUses: 0, budget: 0n, amount: 10_000n, discounted: 10_000n };
    const [row] = await dataSource().query<{ id: unknown }[]>('SELECT id FROM promotion_codes WHERE code = ?', [
      'PRICED',
    ]);
    const use = { ...amounts, promotionId, code: 'PRICED', codeId: String(row?.id) };
    const take = (order: string) =>
      store.app.get(Transactions).run((tx) => store.app.get(RedemptionsService).take(tx, order, null, [use]));
    const refused = { isTaken: false, promotionId, limit: 'code' };
    expect([await take('1'), await take('2')]).toEqual([{ isTaken: true }, refused]);
    await store.app.get(Transactions).run((tx) => store.app.get(RedemptionsService).release(tx, '1'));
    await shop.send('POST', '/v1/promotions/codes/priced/revoke');
    expect(await take('3')).toEqual(refused);
    expect([await counted(LEDGER, promotionId), await counted(USED, 'PRICED')]).toEqual([0, 0]);
  });

  it('promotions-at-scale.md 4: a code that two promotions get at once is of one of them', async () => {
    // Not live: one stays without a code, and would take off from every cart.
    const ids = [(await shop.promotion({ status: 0 })).id, (await shop.promotion({ status: 0 })).id];
    const add = (id: string) => shop.send('POST', `/v1/promotions/cart/${id}/codes`, { json: { codes: ['Wanted'] } });
    const own = shop.promotion({ discount_code: 'WANTED' }).then(
      () => 201,
      () => 422,
    );
    const statuses = await Promise.all([...ids.map(async (id) => (await add(id)).status), own]);
    expect(statuses.sort()).toEqual([201, 422, 422]);
    expect(await counted('SELECT COUNT(*) AS n FROM promotion_codes WHERE code_key = ?', 'wanted')).toBe(1);
  });

  it('promotions-at-scale.md 5: a checkout looks a code up and takes it by one statement each, and without a code by none', async () => {
    await pool('COUNTED', { uses: 0 }, { priority: 1 });
    const log = jest.spyOn(dataSource().logger, 'logQuery');
    const statements = async (cart: string): Promise<string[]> => {
      log.mockClear();
      expect((await shop.checkout(cart)).status).toBe(201);
      return log.mock.calls.map(([sql]) => sql).filter((sql) => /^\s*(?:SELECT|INSERT|UPDATE|DELETE)/.test(sql));
    };
    const [plain, coded] = [await shop.cart(product), await cartWith('COUNTED')];
    const without = await statements(plain);
    const more = await statements(coded);
    log.mockRestore();
    const ofCodes = more.filter((sql) => sql.includes('promotion_codes'));
    expect(without.filter((sql) => sql.includes('promotion_codes'))).toEqual([]);
    expect(ofCodes.map((sql) => sql.trim().split(' ', 1)[0])).toEqual(['SELECT', 'UPDATE']);
  });
});
