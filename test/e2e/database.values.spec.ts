import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { Between, IsNull, LessThan, MoreThan, Not } from 'typeorm';
import { ValidationFailed } from '../../src/kernel/errors';
import { MAX_AMOUNT } from '../../src/kernel/money';
import { ApiClient } from '../../src/modules/access/data/api-client.entity';
import { OrderItem } from '../../src/modules/orders/data/order-item.entity';
import { Order } from '../../src/modules/orders/data/order.entity';
import { type CurrencyRecord } from '../../src/modules/settings/currency.resource';
import { Currency } from '../../src/modules/settings/data/currency.entity';
import { EventRow } from '../../src/platform/events/event.entity';
import { IdempotencyRecord } from '../../src/platform/http/idempotency/idempotency-record.entity';
import { makeDatabase, openDatabase, scalar, type TestDatabase } from '../support/database';
import { onEachEngine } from '../support/engines';
import { startDatabase } from '../support/database-server';
import { describeWith } from '../support/left-out';

const NOON = new Date('2026-03-01T12:00:00.000Z');
const STAMPS = { version: 1, createdAt: NOON, updatedAt: NOON };
/** Columns that a migration added to rows: null is 0. */
const ADDED = ['captured', 'refunded', 'credit'];
const POUND = { value: 'Pound', data: {} as CurrencyRecord };

function order(id: string, changes: Partial<Order> = {}): Order {
  const nulls = {
    customerId: null,
    customerEmail: null,
    customer: null,
    gatewaySlug: null,
    gateway: null,
    shippingId: null,
    shipping: null,
    billToId: null,
    billTo: null,
    shipToId: null,
    shipTo: null,
    pricesIncludeTax: null,
    origin: null,
    number: null,
    supersedes: null,
    nameKey: null,
    surnameKey: null,
    wasDispatched: null,
    nothingToShip: null,
    refundDue: null,
    isTest: null,
    isAuthorized: null,
    paymentDue: null,
    editedAt: null,
  };
  const sums = { subtotal: 0n, shippingPrice: 0n, total: 0n, tax: 0n, captured: 0n, refunded: 0n, credit: 0n };
  const money = { ...sums, itemCount: 0, exchangeRate: '1' };
  const currency = { currencyId: '1', currencyCode: 'GBP', currency: POUND };
  return Object.assign(new Order(), { id, ...STAMPS, status: 'unpaid', ...money, ...currency, ...nulls, ...changes });
}

function item(id: string, changes: Partial<OrderItem> = {}): OrderItem {
  const values = { orderId: '1', sku: 'S1', title: 'Shirt', quantity: 1, price: 0n, taxRate: '20', tax: 0n };
  const relations = { taxBandId: '1', taxBand: { value: '', data: {} }, productId: null, product: null };
  return Object.assign(new OrderItem(), { id, ...STAMPS, ...values, ...relations, ...changes });
}

function currency(id: string, changes: Partial<Currency> = {}): Currency {
  const values = { code: 'GBP', title: 'Pound', enabled: true, modifier: '+0', exchangeRate: '1', format: '{price}' };
  const points = { decimalPoint: '.', thousandPoint: ',', rounding: null, defaultMark: null };
  const roundingMode = 'half_up';
  return Object.assign(new Currency(), {
    id,
    ...STAMPS,
    ...values,
    ...points,
    roundingMode,
    totalStep: null,
    ...changes,
  });
}

function client(id: string, clientId: string): ApiClient {
  const values = {
    name: 'shop',
    secretHash: 'hash',
    scopes: [],
    createdAt: NOON,
    revokedAt: null,
    lastUsedAt: null,
    origins: null,
    program: null,
  };
  return Object.assign(new ApiClient(), { id, clientId, ...values });
}

onEachEngine('values', (engine) => {
  let db: TestDatabase;
  beforeAll(async () => (db = await openDatabase(engine.databaseUrl)));
  beforeEach(async () => {
    for (const table of [Order, OrderItem, Currency, ApiClient, EventRow, IdempotencyRecord]) {
      await db.dataSource.manager.clear(table);
    }
  });
  afterAll(() => db.close());

  /** The rows found, by id. */
  async function orders(where: object): Promise<string[]> {
    return (await db.dataSource.manager.find(Order, { where, order: { id: 'ASC' } })).map(({ id }) => id);
  }

  it('keeps money to the ten-thousandth at every size, in equality, order and sum', async () => {
    // Neighbours above 2^53, which a binary float cannot tell apart.
    const amounts = [-MAX_AMOUNT, -1n, 0n, 1n, 15_000n, 9_007_199_254_740_992n, 9_007_199_254_740_993n, MAX_AMOUNT];
    const rows = amounts.map((total, at) => order(String(at + 1), { total, subtotal: -total, tax: total }));
    await db.insert(Order, [...rows].reverse());
    const read = await db.dataSource.manager.find(Order, { order: { total: 'ASC' } });
    expect(read).toEqual(rows);
    expect(await orders({ total: 9_007_199_254_740_993n })).toEqual(['7']);
    expect(await orders({ total: MoreThan(9_007_199_254_740_992n) })).toEqual(['7', '8']);
    const sum = amounts.reduce((all, amount) => all + amount, 0n);
    expect(String(await scalar(db.dataSource.manager, 'SELECT SUM(total) FROM orders'))).toBe(String(sum));
  });

  it('tells neighbouring ids apart up to the last of 63 bits', async () => {
    const ids = ['1', '9007199254740992', '9007199254740993', '9223372036854775806', '9223372036854775807'];
    const rows = ids.map((id) => order(id, { customerId: id, billToId: id }));
    await db.insert(Order, rows);
    expect(await db.dataSource.manager.find(Order, { order: { id: 'ASC' } })).toEqual(rows);
    for (const id of ids) {
      expect(await orders({ id })).toEqual([id]);
      expect(await orders({ customerId: id })).toEqual([id]);
    }
    expect(await orders({ id: Between('9007199254740993', '9223372036854775806') })).toEqual(ids.slice(2, 4));
    const row = await db.dataSource.manager.findOneByOrFail(Order, { id: '9007199254740993' });
    await db.dataSource.manager.remove(row);
    expect(await orders({})).toEqual(ids.filter((id) => id !== '9007199254740993'));
  });

  it('keeps times to the millisecond, in equality and order', async () => {
    const times = [
      '1970-01-01T00:00:00.001Z',
      '2020-02-29T23:59:59.999Z',
      '2026-03-29T01:30:00.000Z',
      '2026-03-29T01:30:00.001Z',
      '2089-12-31T23:59:59.999Z',
    ].map((text) => new Date(text));
    const rows = times.map((createdAt, at) => order(String(at + 1), { createdAt, updatedAt: createdAt }));
    await db.insert(Order, [...rows].reverse());
    expect(await db.dataSource.manager.find(Order, { order: { createdAt: 'ASC' } })).toEqual(rows);
    expect(await orders({ createdAt: times[2] })).toEqual(['3']);
    expect(await orders({ createdAt: MoreThan(times[2]) })).toEqual(['4', '5']);
    expect(await orders({ createdAt: LessThan(times[2]) })).toEqual(['1', '2']);
    expect(await orders({ createdAt: Between(times[2], times[3]) })).toEqual(['3', '4']);
  });

  it('compares text to the letter, in keys and in searches', async () => {
    const names = [
      'foo',
      'Foo',
      'FOO',
      'resume',
      'résumé',
      're\u0301sume\u0301',
      'straße',
      'strasse',
      'ﬁ',
      'fi',
      '🛒',
      '🛍',
    ];
    await db.insert(
      ApiClient,
      names.map((name, at) => client(String(at + 1), name)),
    );
    for (const [at, clientId] of names.entries()) {
      const found = await db.dataSource.manager.findBy(ApiClient, { clientId });
      expect(found).toEqual([client(String(at + 1), clientId)]);
    }
  });

  it('refuses a duplicate of a unique key and names its field', async () => {
    const { manager } = db.dataSource;
    await db.insert(ApiClient, client('1', 'Foo'));
    await db.insert(Currency, currency('1', { defaultMark: 1 }));
    await db.insert(OrderItem, item('1'));
    const twice = async (entity: new () => object, row: object): Promise<unknown> =>
      db.transactions.run((tx) => tx.insert(entity, row)).catch((error: unknown) => error);
    expect(await twice(ApiClient, client('2', 'Foo'))).toEqual(ValidationFailed.of('client_id', 'must be unique'));
    expect(await twice(Currency, currency('2'))).toEqual(ValidationFailed.of('code', 'must be unique'));
    expect(await twice(Currency, currency('2', { code: 'EUR', defaultMark: 1 }))).toEqual(
      ValidationFailed.of('default', 'must be unique'),
    );
    expect(await twice(OrderItem, item('2'))).toEqual(ValidationFailed.of('sku', 'must be unique'));
    expect(await manager.count(ApiClient)).toBe(1);
    expect(await manager.count(Currency)).toBe(1);
    await twice(OrderItem, item('2', { orderId: '2' }));
    expect(await manager.count(OrderItem)).toBe(2);
  });

  it('goes on in the transaction in which a duplicate was refused', async () => {
    await db.transactions.run(async (tx) => {
      await tx.insert(ApiClient, client('1', 'a'));
      await expect(tx.insert(ApiClient, client('2', 'a'))).rejects.toThrow();
      await tx.insert(ApiClient, client('3', 'b'));
    });
    const ids = (await db.dataSource.manager.find(ApiClient, { order: { id: 'ASC' } })).map(({ id }) => id);
    expect(ids).toEqual(['1', '3']);
  });

  it('has any number of nulls under a unique key', async () => {
    const codes = ['GBP', 'EUR', 'USD'];
    await db.insert(
      Currency,
      codes.map((code, at) => currency(String(at + 1), { code })),
    );
    expect(await db.dataSource.manager.countBy(Currency, { defaultMark: IsNull() })).toBe(3);
  });

  it('tells null from empty text, and takes null only where it may be', async () => {
    const rows = [order('1'), order('2', { customerEmail: '', gatewaySlug: 'manual' })];
    await db.insert(Order, rows);
    expect(await db.dataSource.manager.find(Order, { order: { id: 'ASC' } })).toEqual(rows);
    expect(await orders({ customerEmail: IsNull() })).toEqual(['1']);
    expect(await orders({ customerEmail: '' })).toEqual(['2']);
    expect(await orders({ gatewaySlug: Not(IsNull()) })).toEqual(['2']);
    for (const [property, value] of Object.entries(order('3'))) {
      if (value === null || property === 'id' || ADDED.includes(property)) continue;
      await expect(db.insert(Order, Object.assign(order('3'), { [property]: null }))).rejects.toThrow(/null/i);
    }
    expect(await orders({})).toEqual(['1', '2']);
  });

  it('keeps JSON as it was written: order of keys, numbers and text', async () => {
    const texts = [
      '{"b":1,"a":{"d":[],"c":null},"0":"x"}',
      '[1.5,1e-7,true,false,null,"a\\"b\\\\c\\n\\u0000"]',
      '"résumé 🛒"',
      '0',
      'false',
      `"${'x'.repeat(200_000)}"`,
    ].map((text) => JSON.stringify(JSON.parse(text)));
    const row = { type: 't', object: 'o', objectId: '1', objectVersion: 1, event: 'create' as const, occurredAt: NOON };
    await db.dataSource.manager.insert(
      EventRow,
      texts.map((text, at) => ({ ...row, id: String(at), data: JSON.parse(text) as object })),
    );
    const read = await db.dataSource.manager.find(EventRow, { order: { id: 'ASC' } });
    expect(read.map(({ data }) => JSON.stringify(data))).toEqual(texts);
    const snapshot = { value: 'Pound', data: { id: '1' } as CurrencyRecord };
    await db.insert(Order, order('1', { currency: snapshot, customer: null, billTo: POUND }));
    expect(await db.dataSource.manager.find(Order)).toEqual([
      order('1', { currency: snapshot, customer: null, billTo: POUND }),
    ]);
  });

  it('keeps long text whole', async () => {
    const answer = `${'é'.repeat(300_000)}.`;
    const record = { id: 'k', fingerprint: 'f', token: 't', createdAt: NOON, leaseUntil: NOON, status: 200, answer };
    await db.insert(IdempotencyRecord, record);
    expect(await db.dataSource.manager.find(IdempotencyRecord)).toEqual([record]);
  });

  it('keeps yes and no, and finds by them', async () => {
    const rows = [currency('1', { enabled: true }), currency('2', { code: 'EUR', enabled: false })];
    await db.insert(Currency, rows);
    expect(await db.dataSource.manager.find(Currency, { order: { id: 'ASC' } })).toEqual(rows);
    expect(await db.dataSource.manager.findBy(Currency, { enabled: false })).toEqual([rows[1]]);
  });

  it('keeps whole numbers of 32 bits', async () => {
    const rows = [order('1', { itemCount: -2147483648 }), order('2', { itemCount: 2147483647 })];
    await db.insert(Order, rows);
    expect(await db.dataSource.manager.find(Order, { order: { itemCount: 'ASC' } })).toEqual(rows);
  });

  it('writes nothing when a loaded row is saved as it is', async () => {
    await db.insert(Order, order('1', { total: MAX_AMOUNT, billTo: POUND, customerId: '9' }));
    const row = await db.dataSource.manager.findOneByOrFail(Order, { id: '1' });
    const statements = jest.spyOn(db.dataSource.logger, 'logQuery');
    await db.dataSource.manager.save(row);
    const verbs = statements.mock.calls.map(([sql]) => sql.split(' ', 1)[0]);
    expect(new Set(verbs)).toEqual(new Set(['SELECT']));
    statements.mockRestore();
  });
});

const INSTANTS = ['2026-01-01T00:00:00.123Z', '2026-03-08T07:30:00.999Z', '2026-11-01T05:30:00.001Z'];
const STORED = INSTANTS.map((instant) => instant.replace('T', ' ').replace('Z', ''));
const ZONES: [string, number][] = [
  ['UTC', 0],
  ['America/New_York', 240],
  ['Asia/Kolkata', -330],
];

/** Stores and reads {@link INSTANTS} in a process of a time zone. */
async function timesIn(zone: string, databaseUrl: string): Promise<unknown> {
  const register = resolve(__dirname, '../support/typescript.register.cjs');
  const args = ['--require', register, resolve(__dirname, '../support/times.fixture.ts'), databaseUrl, ...INSTANTS];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, TZ: zone } });
  return JSON.parse(stdout);
}

onEachEngine('times in processes of different time zones', (engine) => {
  it.each(ZONES)('are the same in %s', async (zone, offset) => {
    expect(await timesIn(zone, engine.databaseUrl)).toEqual({ offset, stored: STORED, read: INSTANTS });
  });
});

describeWith(['mariadb'], 'times on a server in another time zone', () => {
  it('are the same as in UTC', async () => {
    const server = await startDatabase({ args: ['--default-time-zone=+05:30'] });
    const admin = await openDatabaseOf(server.url);
    expect(await scalar(admin.dataSource.manager, 'SELECT @@time_zone')).toBe('+05:30');
    for (const [zone, offset] of ZONES) {
      expect(await timesIn(zone, `${server.url}/shop`)).toEqual({ offset, stored: STORED, read: INSTANTS });
    }
    await admin.close();
    await server.stop();
  });
});

/** Makes a database named `shop` on a server and connects to it. */
async function openDatabaseOf(server: string): Promise<TestDatabase> {
  await makeDatabase(server, 'shop');
  return openDatabase(`${server}/shop`);
}
