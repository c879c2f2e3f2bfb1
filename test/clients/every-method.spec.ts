import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ClientsService } from '../../src/modules/access/clients.service';
import { onEachEngine } from '../support/engines';
import { moltinSession, type MoltinSession, resultOf } from '../support/moltin-client';
import { smallWorld, type SmallWorld } from '../support/small-world';
import { startStore, type TestStore } from '../support/store';
import { LOCAL, type MethodWorld, REFUSED, WORKS } from './every-method.table';

type Method = (...args: unknown[]) => unknown;
interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

const CODES = ['EUR', 'USD', 'JPY', 'CAD', 'AUD', 'NZD', 'SEK', 'NOK', 'DKK', 'CHF'];
const NOTHING = (): undefined => undefined;
const OWN_FAULT = 'The method of the client fails by itself: it names a variable that it does not have.';
const FAILING = REFUSED[OWN_FAULT] ?? [];
const REFUSED_ONES = Object.values(REFUSED).flat();

/** Every method of every resource that the package has, as `Resource.Method`. */
function methodsOf(client: object): string[] {
  const names: string[] = [];
  for (const [resource, part] of Object.entries(client)) {
    if (typeof part !== 'object' || part === null || !/^[A-Z]/.test(resource) || resource === 'Storage') continue;
    for (const name in part) {
      if (/^[A-Z]/.test(name) && typeof (part as Record<string, unknown>)[name] === 'function')
        names.push(`${resource}.${name}`);
    }
  }
  return names.sort();
}

it('docs/clients.md names the methods that are refused, each with its reason', () => {
  const page = readFileSync(join(__dirname, '../../docs/clients.md'), 'utf8');
  const rows = page.split('\n').flatMap((line) => {
    const [, methods = '', reason = ''] = /^\| (`[A-Z].*?`) +\| (.*?) +\|$/.exec(line) ?? [];
    return methods === '' ? [] : [[reason, methods.replaceAll('`', '').split(', ')] as const];
  });
  expect(Object.fromEntries(rows)).toEqual(REFUSED);
});

onEachEngine('every method of moltin@1.0.5', (engine) => {
  let store: TestStore;
  let at: MethodWorld;
  let session: MoltinSession;
  let number = 0;
  let coded = -1;
  let answers: Promise<Answer>[] = [];

  const send = async (
    method: string,
    path: string,
    json?: object,
  ): Promise<{ id: string } & Record<string, unknown>> => {
    const { status, body } = await store.request<{ result: { id: string } }>(method, path, json && { json });
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
    return { ...body.result };
  };
  /** The answers to what the client sends, beside its own reading of them. */
  const watch = ({ client }: MoltinSession): void => {
    const { http } = client;
    client.http = {
      request(args, answered) {
        const call = http.request(args, answered);
        answers.push(
          new Promise((resolve, reject) => {
            call.on('error', reject);
            call.on('response', (response) => {
              const parts: Buffer[] = [];
              response.on('data', (part: Buffer) => parts.push(part));
              response.on('end', () =>
                resolve({
                  status: response.statusCode ?? 0,
                  body: JSON.parse(Buffer.concat(parts).toString()) as Answer['body'],
                }),
              );
            });
          }),
        );
        return call;
      },
    };
  };
  const call = (name: string, args: readonly unknown[]): unknown => {
    const [resource = '', method = ''] = name.split('.');
    const part = (session.client as unknown as Record<string, Record<string, Method>>)[resource];
    return part?.[method]?.call(part, ...args, NOTHING, NOTHING);
  };

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0', LOGIN_LIMIT_PER_MINUTE: '1000' });
    const world = await smallWorld(store);
    at = methodWorld(world);
    const keys = await store.app.get(ClientsService).create('shop', []);
    session = moltinSession(store.url, keys.clientId, keys.clientSecret);
    await resultOf((done, failed) => session.client.Authenticate(done, failed));
    watch(session);
  });
  beforeEach(() => {
    answers = [];
    call('Cart.Identifier', [true, `cart-${(number += 1)}`]);
  });
  afterAll(() => store.close());

  const freshBody = ({ bodies }: SmallWorld, path: string): object => {
    const name = `m-${(number += 1)}`;
    const cart = { action: 'discount_by_percent', amount: 10, apply_to_shipping: 0, terminating: 0, persistent: 0 };
    const made: Record<string, object> = {
      '/v1/brands': { title: name, slug: name },
      '/v1/categories': { title: name, slug: name },
      '/v1/collections': { title: name, slug: name },
      '/v1/customers': { ...bodies.customers, email: `${name}@example.com` },
      '/v1/customers/groups': { title: name, slug: name },
      '/v1/orders': bodies.orders,
      '/v1/products': { ...bodies.products, sku: name, slug: name },
      '/v1/promotions/cart': { ...cart, title: name, from: '2020-01-01', to: '2099-12-31', status: 0 },
      '/v1/shipping': { ...bodies.shipping, slug: name },
      '/v1/taxes': bodies.taxes,
      '/v1/webhooks': { ...bodies.webhooks, name },
    };
    if (path === '/v1/currencies') return { ...bodies.currencies, code: CODES[(coded += 1)] };
    return made[path] ?? {};
  };

  function methodWorld(world: SmallWorld): MethodWorld {
    const { product, customer, shipping } = world.ids;
    const cartId = () => String(call('Cart.Identifier', [false, false]));
    const card = { data: { number: '4242424242424242', expiry_month: 12, expiry_year: 2030, cvv: '123' } };
    return {
      world,
      make: async (path, fields) => {
        if (!path.includes('?')) return (await send('POST', path, fields ?? freshBody(world, path))).id;
        const { body } = await store.request<{ result: { id: string }[] }>('GET', path);
        return body.result[0]?.id ?? '';
      },
      choices: async () => {
        const { id } = await send('POST', '/v1/products', freshBody(world, '/v1/products'));
        const path = `/v1/products/${id}/modifiers`;
        const { id: modifier } = await send('POST', path, { title: 'Size', type: 'variant' });
        const { id: variation } = await send('POST', `${path}/${modifier}/variations`, { title: 'L' });
        return { product: id, modifier, variation };
      },
      line: async () => {
        const { contents } = await send('POST', `/v1/carts/${cartId()}`, { id: product, quantity: 1 });
        return Object.keys(contents as object)[0] ?? '';
      },
      order: async () => {
        const cart = `own-${(number += 1)}`;
        await send('POST', `/v1/carts/${cart}`, { name: 'Wrapping', price: '5', quantity: 1 });
        return (await send('POST', `/v1/carts/${cart}/checkout`, { customer, shipping, gateway: 'dummy' })).id;
      },
      pay: async (method, order) => void (await send('POST', `/v1/checkout/payment/${method}/${order}`, card)),
    };
  }

  it('is in the table', () => {
    expect([...Object.keys(WORKS), ...LOCAL, ...REFUSED_ONES].sort()).toEqual(methodsOf(session.client));
  });

  it.each(Object.entries(WORKS))('%s works', async (name, { args, shows }) => {
    const given = await args(at);
    // A path stands for what makes a further record of it.
    const sent = given.map((one) => (typeof one === 'string' && one.startsWith('/') ? freshBody(at.world, one) : one));
    answers = [];
    call(name, sent);
    const [answer] = await Promise.all(answers);
    expect([answer?.status, answer?.body['error'], answer?.body['status']]).toEqual([
      expect.any(Number),
      undefined,
      true,
    ]);
    const records = shows === null ? [] : recordsOf(answer?.body['result'], shows);
    for (const record of records) expect(Object.keys(record)).toEqual(expect.arrayContaining([...(shows ?? [])]));
    expect(records.length > 0 || shows === null || shows.length === 0).toBe(true);
  });

  it.each(LOCAL)('%s asks nobody', (name) => {
    const before = session.client.options as Record<string, unknown>;
    const was = { currency: before['currency'], language: before['language'] };
    call(name, ['GBP']);
    Object.assign(before, was);
    expect(answers).toEqual([]);
  });

  const failureOf = (name: string): unknown => {
    try {
      call(name, name.endsWith('.List') ? ['1'] : ['1', '1']);
      return undefined;
    } catch (error) {
      return error;
    }
  };

  const asked = REFUSED_ONES.filter((name) => !FAILING.includes(name));

  it.each(asked)('%s is refused', async (name) => {
    expect(failureOf(name)).toBeUndefined();
    const [answer] = await Promise.all(answers);
    expect([answer?.body['status'], String(answer?.status)[0]]).toEqual([false, '4']);
  });

  it.each(FAILING)('%s fails by itself', (name) => {
    expect(failureOf(name)).toBeInstanceOf(ReferenceError);
  });
});

/** The record of an answer, or those of a list or of an object by id. @param shows fields of a record */
function recordsOf(result: unknown, shows: readonly string[]): object[] {
  if (typeof result !== 'object' || result === null) throw new TypeError(`no result: ${String(result)}`);
  return shows.length > 0 && shows.every((field) => field in result) ? [result] : (Object.values(result) as object[]);
}
