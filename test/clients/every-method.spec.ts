import { ClientsService } from '../../src/modules/access/clients.service';
import { onEachEngine } from '../support/engines';
import { moltinSession, type MoltinSession, resultOf } from '../support/moltin-client';
import { startStore, type TestStore } from '../support/store';
import { reasonsBelow, rowsBelow } from './clients-page';
import { LOCAL, REFUSED, WORKS } from './every-method.table';
import { EveryMethodWorld, expectShown, methodsOf } from './every-method.world';

type Method = (...args: unknown[]) => unknown;
interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

const NOTHING = (): undefined => undefined;
const OWN_FAULT = 'The method of the client fails by itself: it names a variable that it does not have.';
const FAILING = REFUSED[OWN_FAULT] ?? [];
const REFUSED_ONES = Object.values(REFUSED).flat();

it('docs/clients.md names the methods that are refused, each with its reason, and counts them', () => {
  expect(reasonsBelow('Methods that are refused')).toEqual(REFUSED);
  const works = Object.keys(WORKS).length + LOCAL.length;
  const counts = [works + REFUSED_ONES.length, works, REFUSED_ONES.length].map(String);
  expect(rowsBelow('How many methods work')[0]).toEqual(['`moltin.nodejs.js`, on a server', ...counts]);
});

onEachEngine('every method of moltin@1.0.5', (engine) => {
  let store: TestStore;
  let world: EveryMethodWorld;
  let session: MoltinSession;
  let number = 0;
  let cart = '';
  let answers: Promise<Answer>[] = [];

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
    world = await EveryMethodWorld.of(store, () => ({ cart }));
    const keys = await store.app.get(ClientsService).create('shop', []);
    session = moltinSession(store.url, keys.clientId, keys.clientSecret);
    await resultOf((done, failed) => session.client.Authenticate(done, failed));
    watch(session);
  });
  beforeEach(() => {
    answers = [];
    call('Cart.Identifier', [true, (cart = `cart-${(number += 1)}`)]);
  });
  afterAll(() => store.close());

  it('is in the table', () => {
    expect([...Object.keys(WORKS), ...LOCAL, ...REFUSED_ONES].sort()).toEqual(methodsOf(session.client));
  });

  it.each(Object.entries(WORKS))('%s works', async (name, { args, shows }) => {
    const sent = await world.given(args);
    answers = [];
    call(name, sent);
    const [answer] = await Promise.all(answers);
    expect([answer?.status, answer?.body['error'], answer?.body['status']]).toEqual([
      expect.any(Number),
      undefined,
      true,
    ]);
    expectShown(answer?.body['result'], shows);
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
