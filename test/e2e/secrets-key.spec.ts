import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SILENT_WEBHOOK } from '../support/silent-webhook';
import { emptyFolder, ensureBuilt, runCommand, StoreProcess } from '../support/store.process';

/*
 * The key of secrets at rest that is lost: what it sealed must not be given up in silence.
 */

const TOKEN = 'secrets-key-token-0123456789-0123456789';
const HEADERS = { authorization: `Bearer ${TOKEN}` };
const ENV = { BOOTSTRAP_TOKEN: TOKEN, PORT: '0' };

beforeAll(ensureBuilt);
afterEach(() => StoreProcess.stopAll());

const post = async (
  store: StoreProcess,
  path: string,
  fields: Record<string, string>,
  headers = {},
): Promise<number> => {
  const body = new URLSearchParams(fields);
  const answer = await fetch(`${store.url}${path}`, { method: 'POST', headers: { ...HEADERS, ...headers }, body });
  await answer.arrayBuffer();
  return answer.status;
};

describe('secrets.key that is lost', () => {
  it.each([
    ['the secret of a webhook', (store: StoreProcess) => post(store, '/v1/webhooks', SILENT_WEBHOOK)],
    [
      'a stored answer',
      (store: StoreProcess) => post(store, '/v1/brands', { title: 'b', slug: 'b' }, { 'idempotency-key': 'k' }),
    ],
  ])(
    'keeps a store from starting that has sealed %s, until the key is back',
    async (_, seal) => {
      const folder = emptyFolder();
      const file = join(folder, 'data', 'secrets.key');
      const store = await StoreProcess.api(folder, ENV);
      expect(await seal(store)).toBe(201);
      store.signal('SIGTERM');
      await store.ended;
      const key = readFileSync(file, 'utf8');
      rmSync(file);

      // A command makes no key either, which the next start would take for the old one.
      expect(await runCommand(folder, {}, 'secrets:reseal', '--check')).toMatchObject({ code: 1, stderr: '' });
      const { code, stderr } = await new StoreProcess('main.js', folder, ENV).ended;
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(
          /^storekeeper cannot start\. [^]*data\/secrets\.key is missing, [^]*Put the file back from your backup/,
        ) as string,
      });
      expect(existsSync(file)).toBe(false);

      writeFileSync(file, key, { mode: 0o600 });
      await StoreProcess.api(folder, ENV);
      // Five processes, one after the other.
    },
    180_000,
  );

  it('is made again where nothing was sealed yet', async () => {
    const folder = emptyFolder();
    const file = join(folder, 'data', 'secrets.key');
    const store = await StoreProcess.api(folder, ENV);
    expect(await post(store, '/v1/brands', { title: 'b', slug: 'b' })).toBe(201);
    await store.stop();
    rmSync(file);
    await StoreProcess.api(folder, ENV);
    expect(readFileSync(file, 'utf8')).toMatch(/^[\w+/]{43}=\n$/);
  });
});
