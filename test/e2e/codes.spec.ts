import { JobRunner } from '../../src/platform/jobs/job-runner';
import { type CartResult, type Fields, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { rawRequest } from '../support/raw-http';
import { startStore, TEST_TOKEN, type TestStore } from '../support/store';

const TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
type Code = Fields & { id: string; code: string };
type Job = Fields & { id: string; link: string };

onEachEngine('codes of pools', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let product: string;

  beforeAll(async () => {
    store = await startStore(
      engine.databaseUrl,
      { RATE_LIMIT_PER_MINUTE: '0', STORE_TIME_ZONE: 'Europe/Berlin' },
      true,
    );
    shop = await Shop.open(store);
    product = (await shop.product()).id;
  });
  afterAll(() => store.close());

  const settle = () => store.app.get(JobRunner).settle();
  const add = (promotion: string, json: Fields, headers = {}) =>
    shop.send<Code[]>('POST', `/v1/promotions/cart/${promotion}/codes`, { json, headers });
  const ask = (promotion: string, json: Fields) =>
    shop.send<Job>('POST', `/v1/promotions/cart/${promotion}/codes`, { json });
  const upload = <R = Code[]>(promotion: string, csv: string, query: Record<string, string> = {}) =>
    shop.send<R>('POST', `/v1/promotions/cart/${promotion}/codes`, {
      form: csv,
      query,
      headers: { 'content-type': 'text/csv' },
    });
  const listed = async (promotion: string, query: Record<string, string> = {}) =>
    (await shop.send<Code[]>('GET', `/v1/promotions/cart/${promotion}/codes`, { query })).body.result;
  const codesOf = async (promotion: string, query: Record<string, string> = {}) =>
    (await listed(promotion, query)).map(({ code }) => code).sort();
  const cartWith = async (code: string) => {
    const cart = await shop.cart(product);
    const { status, body } = await shop.send<CartResult>('POST', `/v1/carts/${cart}/discount`, { form: { code } });
    return { cart, status, body };
  };
  const table = (promotion: string) =>
    fetch(`${store.url}/v1/promotions/cart/${promotion}/codes.csv`, {
      headers: { authorization: `Bearer ${TEST_TOKEN}` },
    });

  it('promotions-at-scale.md 2: draws up to 1,000 codes within the request', async () => {
    const { id } = await shop.promotion();
    const { status, body } = await add(id, { count: 1000, prefix: 'Spring-', length: 12, alphabet: 'abc123xyz' });
    expect(status).toBe(201);
    expect(body.result[0]).toEqual({
      id: expect.stringMatching(/^\d+$/) as string,
      code: expect.stringMatching(/^Spring-[abc123xyz]{12}$/) as string,
      promotion: id,
      state: 'unused',
      uses: 1,
      used: 0,
      expires: null,
      revoked_at: null,
      created_at: expect.stringMatching(TIME) as string,
    });
    expect(new Set(body.result.map(({ code }) => code)).size).toBe(1000);
    const { body: page } = await shop.send<Code[]>('GET', `/v1/promotions/cart/${id}/codes`, { query: { limit: '2' } });
    expect(page).toMatchObject({ pagination: { total: 1000, current: 2 } });
    const usual = (await add(id, { count: 1 })).body.result[0];
    expect(usual?.code).toMatch(/^[2-9A-HJ-NP-Z]{10}$/);
  });

  it('promotions-at-scale.md 2: more are a job with a link, which draws exactly as many', async () => {
    const { id } = await shop.promotion();
    const { status, headers, body } = await ask(id, { count: 2500, uses: 3, expires: '2099-06-30' });
    const link = `${store.url}/v1/promotions/cart/${id}/codes/jobs/${body.result.id}`;
    expect([status, headers.get('location')]).toEqual([202, link]);
    expect(body.result).toEqual({
      id: expect.stringMatching(/^\d+$/) as string,
      promotion: id,
      state: 'queued',
      total: 2500,
      done: 0,
      failed: 0,
      failed_lines: [],
      error: null,
      link,
      created_at: expect.stringMatching(TIME) as string,
      started_at: null,
      ended_at: null,
    });
    await settle();
    const after = await shop.send<Job>('GET', new URL(link).pathname);
    const times = {
      started_at: expect.stringMatching(TIME) as string,
      ended_at: expect.stringMatching(TIME) as string,
    };
    expect(after.body.result).toEqual({ ...body.result, state: 'done', done: 2500, ...times });
    const page = await shop.send<Code[]>('GET', `/v1/promotions/cart/${id}/codes`, { query: { limit: '1' } });
    expect(page.body).toMatchObject({ pagination: { total: 2500 } });
    // The end of the day in Berlin.
    expect(page.body.result[0]).toMatchObject({ uses: 3, expires: '2099-06-30 21:59:59' });
    expect((await shop.send('GET', `/v1/promotions/cart/1/codes/jobs/${body.result.id}`)).status).toBe(404);
    const cancelled = await shop.send<Job>('DELETE', new URL(link).pathname);
    expect(cancelled.body.result).toEqual(after.body.result);
  });

  it('promotions-at-scale.md 2: a job can be cancelled, and keeps what it has', async () => {
    const { id } = await shop.promotion();
    const { body } = await ask(id, { count: 5000 });
    const path = new URL(body.result.link).pathname;
    const stale = await store.request('DELETE', path, { headers: { 'if-match': '"old"' } });
    expect(stale.status).toBe(409);
    const cancelled = await shop.send<Job>('DELETE', path);
    expect(cancelled.body.result).toMatchObject({
      state: 'cancelled',
      ended_at: expect.stringMatching(TIME) as string,
    });
    const { done } = cancelled.body.result;
    await settle();
    expect((await shop.send<Job>('GET', path)).body.result).toEqual(cancelled.body.result);
    const page = await shop.send('GET', `/v1/promotions/cart/${id}/codes`, { query: { limit: '1' } });
    expect(page.body).toMatchObject({ pagination: { total: done } });
  });

  it('promotions-at-scale.md 2, 4: takes a list, all of it or nothing', async () => {
    const { id } = await shop.promotion();
    await shop.promotion({ discount_code: 'Taken' });
    const { status, body } = await add(id, { codes: [' Uno ', 'Zwei, drei', 'ＦＯＵＲ'], uses: 0 });
    expect([status, body.result.map(({ code, uses }) => [code, uses])]).toEqual([
      201,
      [
        ['Uno', 0],
        ['Zwei, drei', 0],
        ['ＦＯＵＲ', 0],
      ],
    ]);
    const double = await add(id, { codes: ['New', 'UNO', 'four', 'New', 'tAKEN'] });
    expect([double.status, double.body.errors]).toEqual([
      422,
      Object.fromEntries([1, 2, 3, 4].map((at) => [`codes.${at}`, [`codes.${at} must be unique`]])),
    ]);
    expect(await codesOf(id)).toEqual(['Uno', 'Zwei, drei', 'ＦＯＵＲ']);
    const owned = await shop.send('POST', '/v1/promotions/cart', {
      form: {
        title: 'Own uno',
        from: '2020-01-01',
        to: '2099-12-31',
        status: 1,
        terminating: 0,
        persistent: 0,
        action: 'discount_by_percent',
        amount: 1,
        apply_to_shipping: 0,
        discount_code: 'uno',
      },
    });
    expect([owned.status, owned.body.errors]).toEqual([422, { discount_code: ['discount_code must be unique'] }]);
  });

  it('promotions-at-scale.md 4: the code that a promotion gives up is free', async () => {
    const [one, other] = [await shop.promotion({ discount_code: 'Moving' }), await shop.promotion()];
    expect((await add(other.id, { codes: ['moving'] })).status).toBe(422);
    const moved = await shop.send('PUT', `/v1/promotions/cart/${one.id}`, { form: { discount_code: 'Moved' } });
    expect(moved.status).toBe(200);
    expect((await add(other.id, { codes: ['moving'] })).status).toBe(201);
    expect((await add(other.id, { codes: ['moved'] })).status).toBe(422);
    await shop.send('DELETE', `/v1/promotions/cart/${one.id}`);
    expect((await add(other.id, { codes: ['moved'] })).status).toBe(201);
  });

  it('promotions-at-scale.md 2: takes a table, small ones at once and long ones as a job with failed lines', async () => {
    const { id } = await shop.promotion();
    const small = await upload(id, 'note,Code\r\n"a ""b""",S-1\r\n\r\nx,"S-2"\r\n', {
      uses: '2',
      expires: '2099-01-01T00:00:00Z',
    });
    expect([small.status, small.body.result.map(({ code, uses, expires }) => [code, uses, expires])]).toEqual([
      201,
      [
        ['S-1', 2, '2099-01-01 00:00:00'],
        ['S-2', 2, '2099-01-01 00:00:00'],
      ],
    ]);
    const lines = Array.from({ length: 2500 }, (_, i) => `L-${i}`);
    lines[9] = 's-1';
    lines[1999] = '=SUM(A1)';
    lines[2000] = 'L-0';
    const { status, body } = await upload<Job>(id, lines.join('\n'));
    expect([status, body.result['total']]).toEqual([202, 2500]);
    await settle();
    expect((await shop.send<Job>('GET', new URL(body.result.link).pathname)).body.result).toMatchObject({
      state: 'done',
      done: 2497,
      failed: 3,
      failed_lines: [
        { line: 10, message: 'code must be unique' },
        { line: 2000, message: 'code must begin with a letter or a digit' },
        { line: 2001, message: 'code must be unique' },
      ],
    });
    const page = await shop.send('GET', `/v1/promotions/cart/${id}/codes`, { query: { limit: '1' } });
    expect(page.body).toMatchObject({ pagination: { total: 2499 } });
  });

  it('promotions-at-scale.md 2: what is hostile changes nothing', async () => {
    const { id } = await shop.promotion({ status: 0 });
    const faults = async (json: Fields) => {
      const { status, body } = await add(id, json);
      return [status, Object.keys(body.errors)];
    };
    expect(await faults({})).toEqual([422, ['count']]);
    expect(await faults({ count: 10_000_001 })).toEqual([422, ['count']]);
    expect(await faults({ count: 5, codes: ['a'] })).toEqual([422, ['codes']]);
    expect(await faults({ codes: [] })).toEqual([422, ['codes']]);
    expect(await faults({ codes: ['ok', '-no', ''] })).toEqual([422, ['codes.1', 'codes.2']]);
    expect(await faults({ count: 5, alphabet: 'aA' })).toEqual([422, ['alphabet']]);
    expect(await faults({ count: 5, prefix: '=1' })).toEqual([422, ['prefix']]);
    expect(await faults({ count: 5, length: 5 })).toEqual([422, ['length']]);
    expect(await faults({ count: 5, expires: '2020-01-01' })).toEqual([422, ['expires']]);
    // 8^10 possible codes are less than 1,000,000 times 3,000.
    expect(await faults({ count: 3000, alphabet: 'abcdefgh', length: 10 })).toEqual([422, ['length']]);
    expect((await upload(id, '"open')).body.errors).toEqual({
      codes: ['codes is no table: line 1 has a quoted cell without an end'],
    });
    expect((await upload(id, `ok\n${'x'.repeat(5000)}`)).body.errors).toEqual({
      codes: ['codes is no table: line 2 must be at most 4096 characters long'],
    });
    expect((await upload('1', 'a')).status).toBe(404);
    expect((await add('1', { count: 1 })).status).toBe(404);
    expect(await listed(id)).toEqual([]);
    expect((await cartWith('anything')).status).toBe(422);
  });

  it('promotions-at-scale.md 2: a table that is too large, broken off or no text is refused, and nothing stays of it', async () => {
    const { id } = await shop.promotion({ status: 0 });
    const head = (length: number, path = `/v1/promotions/cart/${id}/codes`): string =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TEST_TOKEN}\r\nConnection: close\r\n` +
      `Content-Type: text/csv\r\nContent-Length: ${length}\r\n\r\n`;
    const answer = async (bytes: string, end = false): Promise<[number, unknown]> => {
      const { status, text } = await rawRequest(store.url, bytes, end);
      return [status, (JSON.parse(text) as Fields)['error']];
    };
    const most = 67_108_864;
    expect(await answer(head(most + 1))).toEqual([413, `The request body must not be larger than ${most} bytes`]);
    expect(await answer(`${head(10)}a`, true)).toEqual([400, 'The request body ended too early']);
    expect(await answer(`${head(2)}\xff\xfe`)).toEqual([400, 'The request body must be UTF-8 text']);
    expect((await answer(`${head(3, '/v1/products')}a,b`))[0]).toBe(415);
    expect(await listed(id)).toEqual([]);
    // A process that had heard nobody of the faults would be gone.
    expect((await upload(id, 'After')).status).toBe(201);
  });

  it('promotions-at-scale.md 4: an order keeps its code when the promotion and its pool are removed', async () => {
    const { id } = await shop.promotion({ discount_code: 'OTHERWISE' });
    await add(id, { codes: ['Kept-Code'] });
    const { body } = await shop.checkout((await cartWith('kept-code')).cart);
    const order = body.result.id;
    const discounts = async () =>
      (await shop.send('GET', `/v1/orders/${order}`, { query: { include: 'discounts' } })).body.result['discounts'];
    expect(await discounts()).toMatchObject([{ discount_code: 'kept-code' }]);
    await shop.send('DELETE', `/v1/promotions/cart/${id}`);
    await settle();
    const [item] = (await shop.send<Fields[]>('GET', `/v1/orders/${order}/items`)).body.result;
    const items = [{ sku: item?.['sku'], quantity: 3 }];
    const edited = await shop.send('POST', `/v1/orders/${order}/edits`, { json: { items } });
    expect(edited.status).toBe(200);
    expect((await shop.send('GET', `/v1/orders/${order}`)).body.result['total']).toBe(27);
    expect(await discounts()).toMatchObject([{ discount_code: 'kept-code' }]);
    for (const status of ['failed', 'unpaid']) {
      expect((await shop.send('PUT', `/v1/orders/${order}`, { form: { status } })).status).toBe(200);
    }
  });

  it('promotions-at-scale.md 2, 4: a promotion with a pool applies by its codes only, each as often as it may', async () => {
    const { id } = await shop.promotion({ discount_code: 'MAIN' });
    await add(id, { codes: ['Pool-One'] });
    const plain = await shop.send<CartResult>('GET', `/v1/carts/${await shop.cart(product)}`);
    expect(plain.body.result.promotions).toEqual({ applied: [], rejected: [] });
    const { cart, body } = await cartWith(' pool-ONE');
    expect(body.result.promotions.applied.map((each) => each['id'])).toEqual([id]);
    const { body: placed } = await shop.checkout(cart);
    expect(placed.result.total).toBe(9);
    const used = await shop.send<Fields>('GET', '/v1/promotions/codes/POOL-one');
    expect(used.body.result).toMatchObject({
      code: 'Pool-One',
      promotion: id,
      promotion_title: expect.any(String) as string,
      state: 'used',
      used: 1,
      orders: [{ id: placed.result.id, given_back: false, created_at: expect.stringMatching(TIME) as string }],
    });
    const again = await cartWith('Pool-One');
    expect([again.status, again.body.errors['reason']]).toEqual([422, ['code_used']]);
    await shop.send('PUT', `/v1/orders/${placed.result.id}`, { form: { status: 'cancelled' } });
    const free = await shop.send<Fields>('GET', '/v1/promotions/codes/pool-one');
    expect(free.body.result).toMatchObject({ state: 'unused', used: 0, orders: [{ given_back: true }] });
    expect((await cartWith('Pool-One')).status).toBe(200);
    // Its own code goes on to work, without limit.
    expect((await cartWith('main')).body.result.promotions.applied.map((each) => each['id'])).toEqual([id]);
    expect((await shop.send('GET', '/v1/promotions/codes/MAIN')).status).toBe(404);
  });

  it('promotions-at-scale.md 3: lists by state, customer and code, and as a table', async () => {
    const { id } = await shop.promotion();
    await add(id, { codes: ['Q-1', 'Q-2', 'Q"3', 'Q-4'] });
    await add(id, { codes: ['Q-5'], expires: '2099-01-01' });
    const cart = (await cartWith('Q-2')).cart;
    const guest = { customer: { first_name: 'A', last_name: 'B', email: 'Guest@Example.com' } };
    expect((await shop.checkout(cart, guest)).status).toBe(201);
    const revoked = await shop.send<Code>('POST', '/v1/promotions/codes/q-4/revoke');
    expect(revoked.body.result).toMatchObject({ state: 'revoked', revoked_at: expect.stringMatching(TIME) as string });
    expect((await shop.send<Code>('POST', '/v1/promotions/codes/q-4/revoke')).body).toEqual(revoked.body);
    expect(await codesOf(id, { state: 'unused' })).toEqual(['Q"3', 'Q-1', 'Q-5']);
    expect(await codesOf(id, { state: 'used' })).toEqual(['Q-2']);
    expect(await codesOf(id, { state: 'revoked' })).toEqual(['Q-4']);
    expect(await codesOf(id, { state: 'expired' })).toEqual([]);
    expect(await codesOf(id, { customer: 'guest@example.com' })).toEqual(['Q-2']);
    expect(await codesOf(id, { customer: 'other@example.com' })).toEqual([]);
    expect(await codesOf(id, { code: 'q-1' })).toEqual(['Q-1']);
    const gone = await cartWith('Q-4');
    expect([gone.status, gone.body.errors['reason']]).toEqual([422, ['code_revoked']]);
    const response = await table(id);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const rows = (await response.text()).split('\r\n');
    expect(rows.map((row) => row.split(',').slice(0, 4).join())).toEqual([
      'code,state,uses,used',
      'Q-1,unused,1,0',
      'Q-2,used,1,1',
      '"Q""3",unused,1,0',
      'Q-4,revoked,1,0',
      'Q-5,unused,1,0',
      '',
    ]);
    expect((await table('1')).status).toBe(404);
  });

  it('promotions-at-scale.md 3, 9: finds what a customer used by id and by e-mail address', async () => {
    const { id } = await shop.promotion();
    await add(id, { codes: ['Known-1', 'Known-2', 'Known-3'] });
    const ada = { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' };
    const { id: customer } = await shop.made('/v1/customers', ada);
    const ordered = async (code: string, who: unknown): Promise<string> => {
      const { status, body } = await shop.checkout((await cartWith(code)).cart, { customer: who });
      expect(status).toBe(201);
      return body.result.id;
    };
    const known = await ordered('Known-1', customer);
    const guest = await ordered('Known-2', { ...ada, email: 'guest-2@example.com' });
    await ordered('Known-3', { ...ada, email: 'other-2@example.com' });
    const uses = async (who: string) => {
      const path = `/v1/promotions/cart/${id}/uses`;
      const { body } = await shop.send<Fields[]>('GET', path, { query: { customer: who } });
      return body.result.map(({ order }) => order);
    };
    for (const [who, code, order] of [
      [customer, 'Known-1', known],
      [' Ada@Example.com', 'Known-1', known],
      ['guest-2@example.com', 'Known-2', guest],
    ] as const) {
      expect([who, await codesOf(id, { customer: who }), await uses(who)]).toEqual([who, [code], [order]]);
    }
    expect(await uses('nobody@example.com')).toEqual([]);
  });

  it('promotions-at-scale.md 3: a code that no pool can have is 404', async () => {
    for (const code of ['%00', 'A%00B', 'x'.repeat(256)]) {
      const got = await shop.send('GET', `/v1/promotions/codes/${code}`);
      const revoked = await shop.send('POST', `/v1/promotions/codes/${code}/revoke`);
      expect([code, got.status, revoked.status]).toEqual([code, 404, 404]);
    }
  });

  it('promotions-at-scale.md 3: the pool of a removed promotion goes with it', async () => {
    const { id } = await shop.promotion();
    await add(id, { codes: ['Gone-1', 'Gone-2'] });
    const { body } = await ask(id, { count: 3000 });
    expect((await shop.send('DELETE', `/v1/promotions/cart/${id}`)).body.error).toBeUndefined();
    expect((await cartWith('Gone-1')).status).toBe(422);
    expect((await shop.send('GET', '/v1/promotions/codes/Gone-1')).status).toBe(404);
    await settle();
    const job = await shop.send<Job>('GET', new URL(body.result.link).pathname);
    expect(job.body.result['state']).toBe('cancelled');
    const other = await shop.promotion();
    expect((await add(other.id, { codes: ['gone-1', 'gone-2'] })).status).toBe(201);
  });
});
