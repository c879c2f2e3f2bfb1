import { Clock } from '../../src/kernel/clock';
import { CustomerPassword } from '../../src/modules/customers/data/customer-password.entity';
import { CustomerToken } from '../../src/modules/customers/data/customer-token.entity';
import { Address } from '../../src/modules/customers/data/address.entity';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { IdempotencyRecord } from '../../src/platform/http/idempotency/idempotency-record.entity';
import { type Fields, Shop } from '../builders/cart-shop.builder';
import { PASSWORD, SignedIn } from '../builders/signed-in.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { startStore, TEST_TOKEN, type TestStore } from '../support/store';

const REFUSED = { status: false, error: 'The e-mail address or the password is not right' };
const NOT_RIGHT = {
  status: false,
  error: 'current_password is not right',
  errors: { current_password: ['current_password is not right'] },
};
const NO_TOKEN = {
  status: false,
  error: 'A valid X-Customer-Token is required: get one with POST /v1/customers/token',
};
const HOME = { first_name: 'Ada', last_name: 'L', address_1: '1 High Street', postcode: 'BA1', country: 'GB' };

onEachEngine('a customer who signs in (storefront.md 2)', (engine) => {
  let store: TestStore;
  let shop: Shop;
  let people: SignedIn;

  const manager = () => store.app.get(Transactions).manager;
  const late = (ms: number) => {
    const clock = store.app.get(Clock);
    const now = clock.now.bind(clock);
    jest.spyOn(clock, 'now').mockImplementation(() => new Date(now().getTime() + ms));
  };

  beforeAll(async () => {
    const env = { RATE_LIMIT_PER_MINUTE: '0', LOGIN_LIMIT_PER_MINUTE: '1000', ACCESS_TOKEN_SECONDS: '1000000' };
    store = await startStore(engine.databaseUrl, env);
    shop = await Shop.open(store);
    people = await SignedIn.open(shop);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => store.close());

  it('gets a token by e-mail address and password, from a page and from a shop', async () => {
    const { email, id } = await people.customer();
    const record = (await shop.send<Fields>('GET', `/v1/customers/${id}`)).body.result;
    const { history: _, ...customer } = record;
    for (const as of [people.page, TEST_TOKEN]) {
      const { status, body } = await people.signIn(` ${email.toUpperCase()} `, PASSWORD, as);
      const token = expect.stringMatching(/^[\w-]{43}$/) as unknown;
      const expires = expect.any(Number) as unknown;
      expect([status, body]).toEqual([200, { status: true, result: { token, expires, expires_in: 86_400, customer } }]);
      const headers = { 'x-customer-token': body.result.token };
      const me = await shop.send('GET', '/v1/customers/me', { headers, token: as });
      expect([me.status, me.body.result]).toEqual([200, record]);
    }
  });

  it('is refused the same way with a wrong password, an unknown address and without a password', async () => {
    const { email } = await people.customer();
    const bare = await shop.made('/v1/customers', { first_name: 'A', last_name: 'B', email: 'bare@example.com' });
    for (const [who, password] of [
      [email, 'wrong horse battery'],
      [email, PASSWORD.toUpperCase()],
      [email, ` ${PASSWORD}`],
      ['nobody@example.com', PASSWORD],
      [String(bare['email']), PASSWORD],
    ] as const) {
      const { status, body } = await people.signIn(who, password);
      expect([who, status, body]).toEqual([who, 401, REFUSED]);
    }
  });

  it.each([
    ['x'.repeat(7), 'must be at least 8 characters'],
    ['x'.repeat(256), 'must be at most 255 characters'],
    ['', 'is required'],
    ['        ', 'is required'],
  ])('has no password such as %j', async (password, fault) => {
    const { id, email } = await people.customer();
    const errors = { password: [`password ${fault}`] };
    const person = { first_name: 'A', last_name: 'B', email: 'new@example.com', password };
    const made = await shop.send('POST', '/v1/customers', { json: person });
    const changed = await shop.send('PUT', `/v1/customers/${id}`, { json: { password } });
    expect([made.status, made.body.errors, changed.status, changed.body.errors]).toEqual([422, errors, 422, errors]);
    expect((await people.signIn(email)).status).toBe(200);
  });

  it('has a password that no response, event or stored answer holds', async () => {
    const headers = { 'idempotency-key': 'sign-up-1' };
    const json = { first_name: 'A', last_name: 'B', email: 'secret@example.com', password: 'Tr0ub4dor&3 Tr0ub4dor' };
    const made = await shop.send('POST', '/v1/customers', { json, headers });
    const again = await shop.send('POST', '/v1/customers', { json, headers });
    expect([made.status, again.status, again.body]).toEqual([201, 201, made.body]);
    const other = await shop.send('POST', '/v1/customers', { json: { ...json, password: 'another one' }, headers });
    expect([other.status, other.body.error]).toEqual([
      409,
      'This Idempotency-Key was used before with another request',
    ]);
    const { id } = made.body.result;
    await shop.send('PUT', `/v1/customers/${id}`, { json: { password: 'Tr0ub4dor&4 Tr0ub4dor', last_name: 'C' } });
    const rows = [
      await manager().find(IdempotencyRecord),
      await manager().findOneBy(CustomerPassword, { id }),
      await recordedEvents(store, id),
      made.body,
      (await shop.send('GET', '/v1/customers')).body,
    ];
    expect(JSON.stringify(rows)).not.toContain('Tr0ub4dor');
    expect(await manager().findOneByOrFail(CustomerPassword, { id })).toEqual({
      id,
      hash: expect.stringMatching(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/) as unknown,
      changedAt: expect.any(Date) as unknown,
    });
    expect((await people.signIn('secret@example.com', 'Tr0ub4dor&4 Tr0ub4dor')).status).toBe(200);
  });

  it('is signed out by a new password, by a removal, and when the token expires', async () => {
    const get = (token: string) => people.by(token, 'GET', '/v1/customers/me');
    const one = await people.customer();
    const [first, second] = [await people.tokenOf(one.email), await people.tokenOf(one.email)];
    expect((await get(first)).status).toBe(200);
    await shop.send('PUT', `/v1/customers/${one.id}`, { json: { last_name: 'Byron' } });
    expect((await get(first)).body.result['last_name']).toBe('Byron');
    await shop.send('PUT', `/v1/customers/${one.id}`, { json: { password: 'a new password' } });
    for (const token of [first, second])
      expect([(await get(token)).status, (await get(token)).body]).toEqual([401, NO_TOKEN]);
    expect((await people.signIn(one.email)).status).toBe(401);
    const third = await people.tokenOf(one.email, 'a new password');
    await shop.send('DELETE', `/v1/customers/${one.id}`);
    expect([(await get(third)).status, await manager().countBy(CustomerToken, { customerId: one.id })]).toEqual([
      401, 0,
    ]);
    expect(await manager().existsBy(CustomerPassword, { id: one.id })).toBe(false);

    const two = await people.customer();
    const token = await people.tokenOf(two.email);
    late(86_399_000);
    expect((await get(token)).status).toBe(200);
    jest.restoreAllMocks();
    late(86_401_000);
    expect((await get(token)).status).toBe(401);
  });

  it.each(['x', 'x'.repeat(43), 'x'.repeat(5000), "' OR 1=1 --"])(
    'is nobody with a token such as %#',
    async (token) => {
      for (const path of ['/v1/customers/me', '/v1/carts/any', '/v1/products']) {
        const { status, body } = await people.by(token, 'GET', path);
        expect([path, status, body]).toEqual([path, 401, NO_TOKEN]);
      }
      // The client's token comes first: nobody without one learns whether a customer's is good.
      const bare = await store.request('GET', '/v1/products', { token: null, headers: { 'x-customer-token': token } });
      expect(bare.headers.get('error-code')).toBe('access.token_required');
    },
  );

  it('needs a token for what is its own', async () => {
    for (const path of ['', '/orders', '/orders/1', '/addresses', '/addresses/1']) {
      const { status, body } = await people.by(null, 'GET', `/v1/customers/me${path}`);
      expect([path, status, body]).toEqual([path, 401, NO_TOKEN]);
    }
    const { email } = await people.customer();
    const token = await people.tokenOf(email);
    // Of a page, it opens nothing else.
    for (const path of ['/v1/customers', '/v1/orders', '/v1/carts']) {
      expect((await people.by(token, 'GET', path)).headers.get('error-code')).toBe('access.storefront_refused');
    }
  });

  it('changes its name freely, and its address and password with the present one', async () => {
    const { email, id } = await people.customer();
    const token = await people.tokenOf(email);
    const put = (json: Fields) => people.by(token, 'PUT', '/v1/customers/me', { json });
    const named = await put({ first_name: 'Augusta', email, group: '77' });
    expect([named.status, named.body.result['first_name'], named.body.result['group']]).toEqual([200, 'Augusta', null]);
    const alone = await put({ last_name: '' });
    expect([alone.status, alone.body.result]).toMatchObject([200, { first_name: 'Augusta', last_name: '' }]);
    const required = { current_password: ['current_password is required'] };
    for (const change of [{ email: 'stolen@example.com' }, { password: 'stolen password' }]) {
      expect((await put(change)).body.errors).toEqual(required);
      const wrong = await put({ ...change, current_password: 'guessed' });
      expect([wrong.status, wrong.body]).toEqual([422, NOT_RIGHT]);
    }
    const moved = await put({ email: 'moved@example.com', current_password: PASSWORD });
    expect([moved.status, moved.body.result['email'], moved.body.result.id]).toEqual([200, 'moved@example.com', id]);
    expect((await put({ password: 'another password', current_password: PASSWORD })).status).toBe(200);
    expect((await put({ first_name: 'Ada' })).status).toBe(401);
    expect((await people.signIn('moved@example.com', 'another password')).status).toBe(200);
  });

  it('has five changes of the e-mail address an hour, so that few tries show which addresses are taken', async () => {
    const [own, other] = [await people.customer(), await people.customer()];
    const token = await people.tokenOf(own.email);
    const put = async (json: Fields) => {
      const { status, body } = await people.by(token, 'PUT', '/v1/customers/me', { json });
      return [status, body.status ? body.result['email'] : (body.errors ?? body.error)];
    };
    const present = { current_password: PASSWORD };
    const taken = [422, { email: ['email must be unique'] }];
    const tooMany = [429, 'Too many requests, try again later'];
    const tries: unknown[] = [];
    for (const email of [other.email, 'free-1@example.com', other.email, 'free-2@example.com', own.email])
      tries.push(await put({ email, ...present }));
    expect(tries).toEqual([taken, [200, 'free-1@example.com'], taken, [200, 'free-2@example.com'], [200, own.email]]);
    // Beyond the limit a taken one and a free one are refused alike.
    for (const email of [other.email, 'free-3@example.com']) expect(await put({ email, ...present })).toEqual(tooMany);
    expect(await put({ email: own.email, last_name: 'Byron' })).toEqual([200, own.email]);
    expect(await put({ email: other.email, current_password: 'guessed it' })).toEqual([422, NOT_RIGHT.errors]);
  });

  it('keeps an address book of its own, of 500 addresses at most', async () => {
    const [one, two] = [await people.customer(), await people.customer()];
    const [own, other] = [await people.tokenOf(one.email), await people.tokenOf(two.email)];
    const book = '/v1/customers/me/addresses';
    const made = await people.by(own, 'POST', book, { json: HOME });
    expect([made.status, made.body.result['customer_id']]).toEqual([201, one.id]);
    const { id } = made.body.result;
    expect((await people.by<Fields[]>(own, 'GET', book)).body.result).toEqual([made.body.result]);
    expect((await people.by<Fields[]>(other, 'GET', book)).body.result).toEqual([]);
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await people.by(other, method, `${book}/${id}`, method === 'PUT' ? { json: {} } : {})).status).toBe(404);
    const changed = await people.by(own, 'PUT', `${book}/${id}`, { json: { city: 'Bath' } });
    expect([changed.body.result['city'], (await people.by(own, 'GET', `${book}/${id}`)).body.result]).toEqual([
      'Bath',
      changed.body.result,
    ]);
    const row = await manager().findOneByOrFail(Address, { id });
    const copies = Array.from({ length: 499 }, (_, i) => Object.assign(new Address(), row, { id: String(5_000 + i) }));
    await manager().transaction((tx) => tx.insert(Address, copies));
    const full = { address: ['address cannot be added: the customer has 500 addresses, the most there may be'] };
    for (const path of [book, `/v1/customers/${one.id}/addresses`]) {
      const refused = await shop.send('POST', path, { json: HOME, headers: { 'x-customer-token': own } });
      expect([path, refused.status, refused.body.errors]).toEqual([path, 422, full]);
    }
    expect((await people.by(own, 'DELETE', `${book}/${id}`)).status).toBe(200);
    expect((await people.by(own, 'POST', book, { json: HOME })).status).toBe(201);
  });

  it('has 50 tokens at most: another one ends the oldest', async () => {
    const { email, id } = await people.customer();
    const first = await people.tokenOf(email);
    const rows = Array.from({ length: 49 }, (_, i) => {
      const token = { id: String(i).padStart(64, '0'), customerId: id, purpose: 'access' as const };
      return Object.assign(new CustomerToken(), token, { expiresAt: new Date(Date.now() + 100 * 86_400_000) });
    });
    await manager().insert(CustomerToken, rows);
    const last = await people.tokenOf(email);
    expect(await manager().countBy(CustomerToken, { customerId: id })).toBe(50);
    expect((await people.by(first, 'GET', '/v1/customers/me')).status).toBe(401);
    expect((await people.by(last, 'GET', '/v1/customers/me')).status).toBe(200);
  });
});

onEachEngine('wrong passwords (storefront.md 2)', (engine) => {
  let store: TestStore;
  let people: SignedIn;

  beforeAll(async () => {
    const env = { RATE_LIMIT_PER_MINUTE: '0', LOGIN_LIMIT_PER_MINUTE: '2', TRUST_PROXY: '1' };
    store = await startStore(engine.databaseUrl, env);
    people = await SignedIn.open(await Shop.open(store));
  });
  afterAll(() => store.close());

  const from = (address: string, email: string, password: string, token = people.page) =>
    store.request('POST', '/v1/customers/token', {
      json: { email, password },
      token,
      headers: { 'x-forwarded-for': address },
    });

  it('are limited by address and by e-mail address, and lock nobody out elsewhere', async () => {
    const { email } = await people.customer();
    const statuses: number[] = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await from('10.1.0.1', `${i}@example.com`, 'guessed it')).status);
    expect(statuses).toEqual([401, 401, 429]);
    // Nothing of a page's address beyond its limit is looked at.
    expect((await from('10.1.0.1', email, PASSWORD)).status).toBe(429);
    const guesses: number[] = [];
    for (let i = 0; i < 22; i += 1)
      guesses.push((await from(`10.2.0.${Math.floor(i / 2)}`, email, 'guessed it')).status);
    expect(guesses).toEqual([...new Array<number>(20).fill(401), 429, 429]);
    expect((await from('10.3.0.1', email, PASSWORD)).status).toBe(200);
    // All customers of a shop's server come from one address: the right password passes.
    expect((await from('10.1.0.1', email, PASSWORD, TEST_TOKEN)).status).toBe(200);
  });

  it('count where the password is changed, too', async () => {
    const { email } = await people.customer();
    const token = await people.tokenOf(email);
    const put = (current: string) =>
      people.by(token, 'PUT', '/v1/customers/me', {
        json: { password: 'another password', current_password: current },
        headers: { 'x-forwarded-for': '10.4.0.1' },
      });
    const answers = [await put('guessed'), await put('guessed'), await put(PASSWORD)];
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 429]);
    expect((await from('10.4.0.1', email, PASSWORD)).status).toBe(429);
    expect((await from('10.4.1.1', email, PASSWORD)).status).toBe(200);
  });

  it('limit changes of the e-mail address from a page in the same way', async () => {
    const put = async (at: string, as?: string) => {
      const { email } = await people.customer();
      const token = await people.tokenOf(email);
      return people.by(token, 'PUT', '/v1/customers/me', {
        json: { email: `new-${email}`, current_password: PASSWORD },
        headers: { 'x-forwarded-for': at },
        ...(as !== undefined && { token: as }),
      });
    };
    const ofPage = [await put('10.5.0.1'), await put('10.5.0.1'), await put('10.5.0.1'), await put('10.5.1.1')];
    expect(ofPage.map(({ status }) => status)).toEqual([200, 200, 429, 200]);
    expect(ofPage[2]?.headers.get('retry-after')).toMatch(/^\d+$/);
    // All customers of a shop's server come from one address.
    expect((await put('10.5.0.1', TEST_TOKEN)).status).toBe(200);
  });
});
