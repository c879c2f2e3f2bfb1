import { onEachEngine } from '../support/engines';
import { SILENT_WEBHOOK } from '../support/silent-webhook';
import { emptyFolder, ensureBuilt, runCommand, type StoreProcess } from '../support/store.process';
import { startProcesses, type StoreProcesses } from '../support/store.processes';

const [OLD = '', NEW = ''] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'));

// A build takes half a minute on a busy machine.
beforeAll(ensureBuilt);

/*
 * A store whose key is lost must start: each webhook gets a new secret over the API (operations.md). One that was only given
 * the wrong key must be seen, because it seals new secrets with it.
 */
onEachEngine('a start with a key that does not open what is sealed', (engine) => {
  const running = async (key: string, work: (store: StoreProcesses) => Promise<unknown>): Promise<void> => {
    const store = await startProcesses(engine, { SECRETS_KEY: key, PORT: '0' });
    try {
      await work(store);
    } finally {
      await store.stop();
    }
  };
  const warnings = ({ lines }: StoreProcess): unknown[] =>
    lines.filter(({ level }) => level === 'warn').map(({ time: _, process: __, pid: ___, ...line }) => line);
  const said = (store: StoreProcesses): unknown[] => [...new Set([store.api, store.worker])].map(warnings);
  const nothing = engine.redisUrl === undefined ? [[]] : [[], []];

  const putSettings = async (store: StoreProcesses): Promise<number> =>
    (await store.call('PUT', '/v1/gateways/stripe', { 'settings[secret_key]': 'sk_test_1' })).status;

  it('is named in the log of each process until nothing of it is left', async () => {
    let id = '';
    const migrated = { DATABASE_URL: engine.databaseUrl, SECRETS_KEY: OLD };
    expect(await runCommand(emptyFolder(), migrated, 'migrate')).toMatchObject({ code: 0, stderr: '' });
    await running(OLD, async (store) => {
      ({ id } = (await store.call('POST', '/v1/webhooks', SILENT_WEBHOOK)).result);
      expect(await putSettings(store)).toBe(200);
      expect(said(store)).toEqual(nothing);
    });
    await running(NEW, async (store) => {
      const line = {
        level: 'warn',
        webhooks: { looked_at: 1, unreadable: 1 },
        gateways: { looked_at: 1, unreadable: 1 },
        msg: 'secrets in the database cannot be opened with SECRETS_KEY (or the file secrets.key), and new ones are sealed with it. If the key is wrong, stop and set the right one. If it was replaced, put the old one behind the new one, after a comma. If it is lost, rotate the secret of each webhook and send the settings of each gateway again',
      };
      expect(said(store)).toEqual(nothing.map(() => [line]));
    });
    await running(`${NEW},${OLD}`, async (store) => expect(said(store)).toEqual(nothing));
    await running(NEW, async (store) => {
      await store.call('POST', `/v1/webhooks/${id}/secret/rotate`);
      await putSettings(store);
    });
    await running(NEW, async (store) => expect(said(store)).toEqual(nothing));
  });
});
