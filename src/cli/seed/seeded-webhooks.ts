import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type DemoClient } from '../demo/demo-client';
import { startReceiver } from '../demo/demo-receiver';

const LOOK_MS = 200;
/** Deliveries that are not done by then are left to the store. */
const PATIENCE_MS = 60_000;

/** Webhooks that receive what is done meanwhile: one of a receiver that takes everything, one of a port that nobody listens on. */
export async function withWebhooks(store: DemoClient, work: () => Promise<void>): Promise<void> {
  const receiver = await startReceiver(() => undefined);
  try {
    const changes = { content_type: 'json', create: 1, update: 1, delete: 1, enabled: 1, events: ['order.*'] };
    await store.quietly('POST', '/v1/webhooks', { ...changes, name: 'Warehouse', url: receiver.url });
    const url = `http://127.0.0.1:${await closedPort()}/hooks`;
    await store.quietly('POST', '/v1/webhooks', { ...changes, name: 'Old accounting', url });
    await work();
    await delivered(store);
  } finally {
    receiver.close();
  }
}

/** Waits until events are fanned out and no delivery is pending, a minute at most. */
async function delivered(store: DemoClient): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    const operations = await store.quietly('GET', '/v1/operations');
    const webhooks = (await store.quietly('GET', '/v1/webhooks')) as unknown as readonly Record<string, unknown>[];
    const { waiting } = operations['sequencer'] as { readonly waiting: number };
    if (waiting === 0 && webhooks.every(({ deliveries_pending: pending }) => pending === 0)) return;
    await pause(LOOK_MS);
  }
}

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
