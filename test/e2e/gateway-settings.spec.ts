import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { GatewaysService } from '../../src/modules/settings/gateways.service';
import { Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

const PATH = '/v1/gateways/stripe/settings';

onEachEngine('the settings of a gateway (orders-and-payments.md 18)', (engine) => {
  let store: TestStore;
  let shop: Shop;

  beforeEach(async () => {
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
    shop = await Shop.open(store);
    await shop.send('PUT', '/v1/gateways/stripe', { json: { enabled: 0, settings: '' } });
  });
  afterEach(() => store.close());

  const put = async (settings: object) => (await shop.send<unknown>('PUT', PATH, { json: { settings } })).body;
  const stored = async (): Promise<unknown> => {
    const gateways = store.app.get(GatewaysService);
    const { manager } = store.app.get<DataSource>(getDataSourceToken());
    const gateway = await gateways.findBySlug(manager, 'stripe');
    return gateway && gateways.settingsOf(gateway);
  };
  const known = (secretKey: boolean, webhookSecret: boolean) => [
    { name: 'secret_key', required: true, secret: true, set: secretKey },
    { name: 'webhook_secret', required: true, secret: true, set: webhookSecret },
  ];

  it('are changed one by one; the others stay, one sent empty is removed, and no response has a value', async () => {
    expect((await shop.send('GET', PATH)).body.result).toEqual(known(false, false));
    expect((await put({ secret_key: 'sk_1', webhook_secret: 'wh_1' })).result).toEqual(known(true, true));
    expect((await put({ secret_key: 'sk_2' })).result).toEqual(known(true, true));
    expect(await stored()).toEqual({ secret_key: 'sk_2', webhook_secret: 'wh_1' });
    expect((await put({ webhook_secret: '', old: null })).result).toEqual(known(true, false));
    expect(await stored()).toEqual({ secret_key: 'sk_2' });
  });

  it('stay complete while the gateway is enabled', async () => {
    await put({ secret_key: 'sk_1', webhook_secret: 'wh_1' });
    await shop.send('PUT', '/v1/gateways/stripe', { json: { enabled: 1 } });
    expect((await put({ webhook_secret: '' })).errors).toEqual({
      'settings.webhook_secret': ['settings.webhook_secret is required'],
    });
    expect(await stored()).toEqual({ secret_key: 'sk_1', webhook_secret: 'wh_1' });
  });

  it('are those that the gateway has, and of a gateway that exists', async () => {
    await put({ secret_key: 'sk_1' });
    expect((await put({ secret_key: 'sk_2', apiKey: 'x' })).errors).toEqual({
      'settings.apiKey': ['settings.apiKey is no setting of stripe, which has secret_key, webhook_secret'],
    });
    expect(await stored()).toEqual({ secret_key: 'sk_1' });
    expect((await shop.send('PUT', PATH, { json: {} })).body.errors).toEqual({ settings: ['settings is required'] });
    expect((await shop.send('GET', '/v1/gateways/paypal/settings')).status).toBe(404);
  });
});
