import { type DeliveryStore, startDeliveryStore } from '../support/delivery-store';
import { onEachEngine } from '../support/engines';
import { type NameServer, startNameServer } from '../support/name-server';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

const DEAD_NAMES = 50;
const EVENTS = 20;

onEachEngine('webhooks at names whose name servers are dead (hardening 6)', (engine) => {
  let names: NameServer;
  let delivering: DeliveryStore;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    [names, receiver] = await Promise.all([startNameServer({ 'live.example': ['127.0.0.1'] }), startWebhookReceiver()]);
    delivering = await startDeliveryStore(engine, {
      WEBHOOK_NAME_SERVERS: names.address,
      // Fewer places than dead names: each look-up that kept its place would keep the healthy host waiting.
      WEBHOOK_CONCURRENCY: '4',
    });
  });
  afterAll(async () => {
    await delivering.close();
    await Promise.all([receiver.close(), names.close()]);
  });

  const post = async (path: string, form: Record<string, unknown>): Promise<void> => {
    const { status, body } = await delivering.store.request('POST', path, { form });
    if (status !== 201) throw new Error(JSON.stringify(body));
  };

  it('hold up no delivery to a healthy host', async () => {
    const fields = { content_type: 'json', create: 1, update: 1, delete: 1, enabled: 1, events: ['brand.*'] };
    for (let i = 0; i < DEAD_NAMES; i += 1) await post('/v1/webhooks', { ...fields, url: `http://dead-${i}.example/` });
    const { port } = new URL(receiver.url('/'));
    await post('/v1/webhooks', { ...fields, url: `http://live.example:${port}/live` });
    for (let i = 0; i < EVENTS; i += 1) await post('/v1/brands', { title: 'A brand', slug: `named-${i}` });
    await receiver.received('/live', EVENTS);
    const ended = await delivering.rows(
      `SELECT error FROM webhook_deliveries WHERE attempts > 0 AND error IS NOT NULL AND error <> 'dns_failed'`,
    );
    expect(ended).toEqual([]);
  });
});
