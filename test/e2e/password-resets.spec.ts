import { ClientsService } from '../../src/modules/access/clients.service';
import { TokensService } from '../../src/modules/access/tokens.service';
import { CustomerToken } from '../../src/modules/customers/data/customer-token.entity';
import { type Scope } from '../../src/kernel/scopes';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { EventRow } from '../../src/platform/events/event.entity';
import { type Fields, Shop } from '../builders/cart-shop.builder';
import { PASSWORD, SignedIn } from '../builders/signed-in.builder';
import { onEachEngine } from '../support/engines';
import { webhookWorld } from '../support/webhook-world';

const TYPE = 'customer.password_reset_requested';
const SPENT = { token: ['token is not known, was used or has expired'] };

onEachEngine('a customer who forgot the password (storefront.md 2)', (engine) => {
  const world = webhookWorld(engine, {
    RATE_LIMIT_PER_MINUTE: '0',
    LOGIN_LIMIT_PER_MINUTE: '40',
    ACCESS_TOKEN_SECONDS: '90000',
  });
  let people: SignedIn;
  let mailer: string;
  let others: string[];
  let mails = 0;

  const manager = () => world.delivering.store.app.get(Transactions).manager;
  const ask = (email: string) => people.by(null, 'POST', '/v1/customers/password/reset', { json: { email } });
  const set = (token: unknown, password = 'a new password') =>
    people.by(null, 'POST', '/v1/customers/password', { json: { token, password } });
  const tokenWith = async (...scopes: Scope[]): Promise<string> => {
    const { app } = world.delivering.store;
    const client = await app.get(ClientsService).create(scopes.join(), scopes);
    return (await app.get(TokensService).issue(client.clientId, client.clientSecret)).accessToken;
  };
  /** The next event that the shop which sends the mails receives. */
  const nextMail = async (): Promise<Fields & { data: Fields }> => {
    const calls = await world.receiver.received(mailer, (mails += 1));
    const [event] = JSON.parse(calls.at(-1)?.body ?? '[]') as (Fields & { data: Fields })[];
    return event ?? { data: {} };
  };
  const asked = async (email: string): Promise<Fields & { data: Fields }> => {
    const { status, body } = await ask(email);
    expect([status, body]).toEqual([200, { status: true }]);
    return nextMail();
  };

  beforeAll(async () => {
    people = await SignedIn.open(await Shop.open(world.delivering.store));
    mailer = (await world.hook({ events: [TYPE] })).path;
    const reader = await tokenWith('webhooks:write', 'customers:read', 'events:read');
    others = [
      (await world.hook({ events: [] })).path,
      (await world.hook({ events: ['customer.*', '*.*'] })).path,
      (await world.hook({ events: [TYPE] }, reader)).path,
    ];
  });

  it('stays as they were, with the same ETag: to ask for a reset changes nothing', async () => {
    const { id, email } = await people.customer();
    await manager().query('UPDATE customers SET updated_at = ? WHERE id = ?', ['2026-01-01 00:00:00.000', id]);
    const before = await people.shop.send('GET', `/v1/customers/${id}`);
    await asked(email);
    const after = await people.shop.send('GET', `/v1/customers/${id}`);
    expect([after.body, after.headers.get('etag')]).toEqual([before.body, before.headers.get('etag')]);
  });

  it('gets a token by an event, sets a new password with it once, and is signed out everywhere', async () => {
    const { id, email } = await people.customer();
    const old = await people.tokenOf(email);
    const event = await asked(` ${email.toUpperCase()}`);
    const { history: _, ...record } = (await people.shop.send<Fields>('GET', `/v1/customers/${id}`)).body.result;
    const token = expect.stringMatching(/^[\w-]{43}$/) as unknown;
    expect([event['type'], event['event'], event['object_id'], event['object_version'], event.data]).toEqual([
      TYPE,
      'update',
      id,
      2,
      { ...record, token },
    ]);
    const short = await set(event.data['token'], 'short');
    expect([short.status, short.body.errors]).toEqual([422, { password: ['password must be at least 8 characters'] }]);
    expect((await people.by(old, 'GET', '/v1/customers/me')).status).toBe(200);
    const done = await set(event.data['token']);
    expect([done.status, done.body]).toEqual([200, { status: true }]);
    const again = await set(event.data['token'], 'another password');
    expect([again.status, again.body.errors]).toEqual([422, SPENT]);
    expect((await people.by(old, 'GET', '/v1/customers/me')).status).toBe(401);
    expect((await people.signIn(email, PASSWORD)).status).toBe(401);
    expect((await people.signIn(email, 'a new password')).status).toBe(200);
  });

  it('tells the token to webhooks alone that name the event and may write customers', async () => {
    const { id, email } = await people.customer();
    const { data, id: eventId } = await asked(email);
    await world.delivering.settled();
    const told = others.flatMap((path) => world.receiver.calls(path).map(({ body }) => body));
    const marks = [`"type":"${TYPE}"`, String(data['token'])];
    expect(told.filter((body) => marks.some((mark) => body.includes(mark)))).toEqual([]);
    const { token: _, ...record } = data;
    const log = await people.shop.send<Fields[]>('GET', '/v1/events', { query: { type: TYPE, object_id: id } });
    expect(log.body.result.map((event) => event['data'])).toEqual([record]);
    const one = await people.shop.send('GET', `/v1/events/${String(eventId)}`);
    expect(one.body.result['data']).toEqual(record);
    // Neither the log nor the tokens hold it in clear.
    const rows = [await manager().findBy(EventRow, { objectId: id }), await manager().findBy(CustomerToken, {})];
    expect(JSON.stringify(rows)).not.toContain(data['token']);
  });

  it('is answered alike for an unknown address, which makes no event', async () => {
    const { status, body } = await ask('nobody@example.com');
    expect([status, body]).toEqual([200, { status: true }]);
    const { email } = await people.customer();
    await asked(email);
    const resets = await manager().findBy(EventRow, { type: TYPE });
    expect(resets.map(({ data }) => (data as Fields)['email'])).not.toContain('nobody@example.com');
  });

  it('has five resets an hour, whether or not anybody has the address', async () => {
    const { email } = await people.customer();
    for (const address of [email, 'unknown@example.com']) {
      const statuses: number[] = [];
      for (let i = 0; i < 6; i += 1) statuses.push((await ask(address)).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    }
    for (let i = 0; i < 5; i += 1) await nextMail();
  });

  it('loses the token with time, by a password set otherwise, and to nobody who guesses', async () => {
    const [one, two] = [await people.customer(), await people.customer()];
    const late = (await asked(one.email)).data['token'];
    // An hour on, the lease of a delivery whose result is not saved yet has run out: it would be sent again.
    await world.delivering.settled();
    world.delivering.setClock(new Date(Date.now() + 3_601_000));
    expect((await set(late)).body.errors).toEqual(SPENT);
    world.delivering.setClock();
    const ended = (await asked(two.email)).data['token'];
    await people.shop.send('PUT', `/v1/customers/${two.id}`, { json: { password: 'set by the shop' } });
    // A token to sign in with sets no password, nor does one of a reset sign in.
    const access = await people.tokenOf(two.email, 'set by the shop');
    for (const token of [ended, access, 'x'.repeat(43), 'x'])
      expect([(await set(token)).status, (await set(token)).body.errors]).toEqual([422, SPENT]);
    const reset = String((await asked(two.email)).data['token']);
    expect((await people.by(reset, 'GET', '/v1/customers/me')).status).toBe(401);
  });
});
