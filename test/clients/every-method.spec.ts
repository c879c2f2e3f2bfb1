import { ClientsService } from '../../src/modules/access/clients.service';
import { onEachEngine } from '../support/engines';
import { moltinSession, type MoltinSession, type MoltinVersion, resultOf } from '../support/moltin-client';
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

const ALL = [...Object.keys(WORKS), ...LOCAL, ...REFUSED_ONES];

/** The server builds. The `Modifier.Update` of 1.0.4 is what 1.0.5 calls `Modifier.Delete`. */
const BUILDS: readonly { name: MoltinVersion; version: string; methods: string[]; misnamed: string[] }[] = [
  { name: 'moltin', version: '1.0.5', methods: ALL, misnamed: [] },
  {
    name: 'moltin-1.0.4',
    version: '1.0.4',
    methods: ALL.filter((name) => name !== 'Modifier.Delete'),
    misnamed: ['Modifier.Update'],
  },
];

it('docs/clients.md names the methods that are refused, each with its reason, and counts them', () => {
  expect(reasonsBelow('Methods that are refused')).toEqual(REFUSED);
  const counts = BUILDS.map(({ version, methods, misnamed }) => {
    const refused = REFUSED_ONES.length + misnamed.length;
    return [`\`require('moltin')\` ${version}, on a server`, methods.length, methods.length - refused, refused].map(
      String,
    );
  });
  expect(rowsBelow('How many methods work').slice(0, 2)).toEqual(counts);
});

describe.each(BUILDS)('every method of moltin@$version', ({ name: build, methods, misnamed }) => {
  onEachEngine('on a server', (engine) => {
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
      session = moltinSession(store.url, keys.clientId, keys.clientSecret, build);
      await resultOf((done, failed) => session.client.Authenticate(done, failed));
      watch(session);
    });
    beforeEach(() => {
      answers = [];
      call('Cart.Identifier', [true, (cart = `cart-${(number += 1)}`)]);
    });
    afterAll(() => store.close());

    it('is in the table', () => {
      expect([...methods].sort()).toEqual(methodsOf(session.client));
    });

    const works = Object.entries(WORKS).filter(([name]) => methods.includes(name) && !misnamed.includes(name));

    it.each(works)('%s works', async (name, { args, shows }) => {
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

    it('sends what the name of Modifier.Update says, but in 1.0.4', async () => {
      const sent = await world.given(WORKS['Modifier.Delete']?.args ?? (() => []));
      answers = [];
      call('Modifier.Update', sent);
      const [answer] = await Promise.all(answers);
      const isRemoval = misnamed.includes('Modifier.Update');
      expect([answer?.status, answer?.body['message']]).toEqual([
        200,
        isRemoval ? 'Modifier removed successfully' : undefined,
      ]);
    });
  });
});
