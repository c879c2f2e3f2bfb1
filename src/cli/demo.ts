import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createApi } from '../app/create-api';
import { prepareStore } from '../app/prepare-store';
import { randomToken } from '../kernel/ids';
import { parseConfig } from '../platform/config/config';
import { BackgroundWork } from '../platform/queue/background-work';
import { DemoClient, type DemoRecord } from './demo/demo-client';
import { startReceiver } from './demo/demo-receiver';
import { fillStore, tellEvent, tellStory } from './demo/demo-story';

/** Webhooks that have not come by then do not come. */
const PATIENCE_MS = 10_000;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** A store of its own in a temporary folder, a receiver of webhooks, and a purchase from code to payment. */
async function demo(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'storekeeper-demo-'));
  const token = randomToken(32);
  const config = parseConfig({ DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`, BOOTSTRAP_TOKEN: token });
  const silent = pino({ level: 'silent' });
  const { app } = await createApi(config, silent, silent, true);
  const receiver = await startReceiver((event, signature) =>
    say(`        ⚑ webhook ${tellEvent(event)}  signed ${signature.slice(0, 12)}…`),
  );
  try {
    await prepareStore(app);
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const store = new DemoClient(url, token, say);
    say(`A store is open at ${url}, its database in ${folder}.`);
    const catalog = await fillStore(store);
    say('It sells tea at £9.99 and mugs at £6.50, sent for £4.50; to each price comes a tax of 20 %.');
    say(
      'Below, → is a request, ← its answer in short, and ⚑ a webhook: it comes when it comes, mostly a moment after.',
    );
    const hook = { url: receiver.url, content_type: 'json', create: 1, update: 1, delete: 1, enabled: 1 };
    const why = 'The shop wants to be told of every change.';
    const webhook = await store.call(why, 'POST', '/v1/webhooks', hook, ({ id }) => `webhook ${id}`);
    await tellStory(store, catalog);
    await receiver.waitFor(await eventsSince(store, webhook), PATIENCE_MS);
    say('\nEvery change above came as a signed webhook. The store is closed and its folder removed.');
    say('A store of your own: npm start');
  } finally {
    receiver.close();
    await app.get(BackgroundWork).stop();
    await app.close();
    await rm(folder, { recursive: true });
  }
}

/** Ids of the events that the webhook is told of: those after its own creation. */
async function eventsSince(store: DemoClient, webhook: DemoRecord): Promise<string[]> {
  const events = (await store.quietly('GET', '/v1/events')) as unknown as readonly (DemoRecord & {
    object_id: string;
  })[];
  const own = events.findIndex(({ object_id: id }) => id === webhook.id);
  return events.slice(0, own).map(({ id }) => id);
}

demo().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
