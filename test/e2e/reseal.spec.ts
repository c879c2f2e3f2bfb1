import { randomBytes } from 'node:crypto';
import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { Webhook } from '../../src/modules/webhooks/data/webhook.entity';
import { prepareStore } from '../../src/app/prepare-store';
import { Gateway } from '../../src/modules/settings/data/gateway.entity';
import { GatewaySecretsService } from '../../src/modules/settings/gateway-secrets.service';
import { ResealService } from '../../src/modules/webhooks/reseal.service';
import { WebhookSecrets } from '../../src/modules/webhooks/webhook-secrets';
import { ResealAnswers } from '../../src/platform/http/idempotency/reseal-answers';
import { type Result } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

const [OLD, NEW, OTHER] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte).toString('base64'));
const SECRET = 'the first secret';
const FORM = { url: 'https://example.com/', content_type: 'json', create: 1, update: 1, delete: 1, enabled: 1 };

onEachEngine('secrets:reseal (webhooks.md 6)', (engine) => {
  /** Runs with a store that has these keys. */
  async function withKeys<T>(
    keys: readonly (string | undefined)[],
    work: (store: TestStore) => Promise<T>,
  ): Promise<T> {
    const store = await startStore(engine.databaseUrl, { SECRETS_KEY: keys.join(',') });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }
  const reseal = async ({ app }: TestStore, write: boolean) => [
    await app.get(ResealService).reseal(write),
    await app.get(ResealAnswers).reseal(write),
  ];
  const rows = ({ app }: TestStore) => app.get<DataSource>(getDataSourceToken()).manager.find(Webhook);
  const signing = async (store: TestStore) =>
    (await rows(store)).flatMap((row) => store.app.get(WebhookSecrets).signing(row, new Date()));
  const seen = async (store: TestStore) => ({
    records: (await store.request<Result>('GET', '/v1/webhooks')).body.result,
    events: (await store.request<Result>('GET', '/v1/events')).body.result,
  });

  let key: string;
  let made: unknown;
  let before: unknown;
  let secrets: string[];
  beforeEach(() =>
    withKeys([OLD], async (store) => {
      const { manager } = store.app.get<DataSource>(getDataSourceToken());
      for (const table of ['webhooks', 'idempotency_records', 'events']) await manager.query(`DELETE FROM ${table}`);
      key = randomBytes(8).toString('hex');
      const { body } = await store.request<Result>('POST', '/v1/webhooks', { form: { ...FORM, secret: SECRET } });
      await store.request('POST', `/v1/webhooks/${body.result.id}/secret/rotate`);
      const call = { form: FORM, headers: { 'idempotency-key': key } };
      made = (await store.request('POST', '/v1/webhooks', call)).body;
      before = await seen(store);
      secrets = await signing(store);
    }),
  );

  it('seals with the first key what an older one sealed, which then can be given up', async () => {
    expect(secrets).toEqual([expect.stringMatching(/^whsec_/), SECRET, expect.stringMatching(/^whsec_/)]);
    await withKeys([NEW, OLD], async (store) => {
      const found = [
        { current: 0, old: 3, unreadable: 0 },
        { current: 0, old: 1, unreadable: 0 },
      ];
      expect(await reseal(store, false)).toEqual(found);
      expect(await reseal(store, true)).toEqual(found);
    });
    await withKeys([NEW], async (store) => {
      expect(await reseal(store, true)).toEqual([
        { current: 3, old: 0, unreadable: 0 },
        { current: 1, old: 0, unreadable: 0 },
      ]);
      expect(await signing(store)).toEqual(secrets);
      const call = { form: FORM, headers: { 'idempotency-key': key } };
      expect((await store.request('POST', '/v1/webhooks', call)).body).toEqual(made);
      // Nobody was told: nothing that can be seen has changed.
      expect(await seen(store)).toEqual(before);
    });
  });

  it('leaves what it cannot open as it is, and says how much', async () => {
    await withKeys([OTHER], async (store) => {
      const untouched = await rows(store);
      expect(await reseal(store, true)).toEqual([
        { current: 0, old: 0, unreadable: 3 },
        { current: 0, old: 0, unreadable: 1 },
      ]);
      expect(await rows(store)).toEqual(untouched);
    });
  });

  it('a repeat whose stored response it cannot open is refused with a code of its own', async () => {
    await withKeys([OTHER], async (store) => {
      const call = { form: FORM, headers: { 'idempotency-key': key } };
      const { status, headers, body } = await store.request('POST', '/v1/webhooks', call);
      expect([status, headers.get('error-code'), body]).toEqual([
        409,
        'idempotency.response_unreadable',
        {
          status: false,
          error: 'The first request with this Idempotency-Key was carried out, but its response can no longer be read',
        },
      ]);
      expect(await rows(store)).toHaveLength(2);
    });
  });

  it('a webhook whose secret nobody can open gets a new one, by rotation or by name, and signs with it alone', async () => {
    await withKeys([OTHER], async (store) => {
      const [one, two] = (await rows(store)).map(({ id }) => id);
      const rotated = await store.request<Result>('POST', `/v1/webhooks/${one ?? ''}/secret/rotate`);
      const named = await store.request('PUT', `/v1/webhooks/${two ?? ''}`, { form: { secret: 'of my own' } });
      expect([rotated.status, named.status]).toEqual([200, 201]);
      const { secret } = rotated.body.result as unknown as { secret: string };
      expect(await signing(store)).toEqual([secret, 'of my own']);
      expect((await rows(store)).map(({ previousSecret }) => previousSecret)).toEqual([null, null]);
    });
  });

  it('orders-and-payments.md 18: seals the settings of gateways, those in the clear when the store is prepared', async () => {
    const gateways = ({ app }: TestStore) => app.get(GatewaySecretsService);
    const stored = async ({ app }: TestStore): Promise<string> => {
      const { manager } = app.get<DataSource>(getDataSourceToken());
      return String((await manager.findOneByOrFail(Gateway, { slug: 'stripe' })).settings);
    };
    const opened = async (store: TestStore): Promise<unknown> => {
      const { manager } = store.app.get<DataSource>(getDataSourceToken());
      return gateways(store).open(await manager.findOneByOrFail(Gateway, { slug: 'stripe' }));
    };
    const clear = JSON.stringify({ secret_key: SECRET });
    await withKeys([OLD], async (store) => {
      const { manager } = store.app.get<DataSource>(getDataSourceToken());
      await manager.query("UPDATE gateways SET settings = ? WHERE slug = 'stripe'", [clear]);
      expect(await opened(store)).toEqual({ secret_key: SECRET });
      await prepareStore(store.app);
      expect([await stored(store), await opened(store)]).toEqual([
        expect.stringMatching(/^v1\./),
        { secret_key: SECRET },
      ]);
    });
    await withKeys([NEW, OLD], async (store) => {
      expect(await gateways(store).reseal(true)).toEqual({ current: 0, old: 1, unreadable: 0 });
    });
    await withKeys([NEW], async (store) => {
      expect(await gateways(store).reseal(false)).toEqual({ current: 1, old: 0, unreadable: 0 });
      expect(await opened(store)).toEqual({ secret_key: SECRET });
    });
    await withKeys([OTHER], async (store) => {
      expect(await gateways(store).reseal(true)).toEqual({ current: 0, old: 0, unreadable: 1 });
      const settings = { secret_key: 'of my own' };
      expect((await store.request('PUT', '/v1/gateways/stripe', { form: { settings } })).status).toBe(200);
      expect(await opened(store)).toEqual(settings);
    });
  });
});
