import '../app/source-maps';
import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve as pathOf } from 'node:path';
import { parseArgs } from 'node:util';
import { type INestApplicationContext } from '@nestjs/common';
import { pino } from 'pino';
import { createApi } from '../app/create-api';
import { prepareStore } from '../app/prepare-store';
import { randomToken } from '../kernel/ids';
import { ClientsService } from '../modules/access/clients.service';
import { ConsoleCodesService } from '../modules/access/console-codes.service';
import { parseConfig } from '../platform/config/config';
import { BackgroundWork } from '../platform/queue/background-work';
import { DemoClient, type DemoRecord } from './demo/demo-client';
import { servePages } from './demo/demo-pages';
import { startReceiver } from './demo/demo-receiver';
import { fillShelves } from './demo/demo-shelves';
import { fillStore, tellEvent, tellStory } from './demo/demo-story';

/** Webhooks that have not come by then do not come. */
const PATIENCE_MS = 10_000;

/** `npm run` starts the demo in the folder of the package. */
const STOREFRONT = pathOf('examples/storefront');

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

interface DemoStore {
  readonly app: INestApplicationContext;
  readonly url: string;
  readonly token: string;
  readonly folder: string;
}

/** Opens a store of its own in a temporary folder, and removes both when what is done with it has ended. */
async function withDemoStore(env: Record<string, string>, use: (store: DemoStore) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'storekeeper-demo-'));
  const token = randomToken(32);
  const place = { DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`, HOST: '127.0.0.1', PORT: '0' };
  const silent = pino({ level: 'silent' });
  const { app } = await createApi(parseConfig({ ...place, ...env, BOOTSTRAP_TOKEN: token }), silent, silent, true);
  try {
    await prepareStore(app);
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as AddressInfo;
    await use({ app, url: `http://127.0.0.1:${port}`, token, folder });
  } finally {
    await app.get(BackgroundWork).stop();
    await app.close();
    await rm(folder, { recursive: true });
  }
}

/** A receiver of webhooks, and a purchase from code to payment. */
async function story({ app, url, token, folder }: DemoStore): Promise<void> {
  const receiver = await startReceiver((event, signature) =>
    say(`        ⚑ webhook ${tellEvent(event)}  signed ${signature.slice(0, 12)}…`),
  );
  try {
    const store = new DemoClient(url, token, say);
    say(`A store is open at ${url}, its database in ${folder}.`);
    const catalog = await fillStore(store);
    say('It sells tea at £9.99 and mugs at £6.50. Shipping is £4.50. All prices are without 20 % tax.');
    say('Below, → is a request, ← its shortened response, and ⚑ a webhook, which arrives a moment later.');
    const hook = { url: receiver.url, content_type: 'json', create: 1, update: 1, delete: 1, enabled: 1 };
    const why = 'The shop creates a webhook for every change.';
    const webhook = await store.call(why, 'POST', '/v1/webhooks', hook, ({ id }) => `webhook ${id}`);
    await tellStory(store, catalog);
    await receiver.waitFor(await eventsSince(store, webhook), PATIENCE_MS);
    say('\nEvery change above arrived as a signed webhook.');
    // A script that runs the demo has no eyes for its console.
    if (process.stdout.isTTY) await openConsole(app, url);
    say('The store is closed and its folder removed.');
    say('To start your own store: npm start');
  } finally {
    receiver.close();
  }
}

/** Serves the pages of examples/storefront and their products until the process is stopped. */
async function storefront({ app, url, token }: DemoStore): Promise<void> {
  const pages = await servePages(STOREFRONT);
  try {
    await fillShelves(new DemoClient(url, token, say), join(STOREFRONT, 'pictures'));
    const { clientId } = await app.get(ClientsService).createPublic('storefront', [pages.origin]);
    pages.configure({ publicId: clientId, url: new URL(url).host });
    say(`The storefront is open at ${pages.origin}, its store at ${url}.`);
    say('Discount code: TEATIME. Card: 4242 4242 4242 4242. When it ends, its orders are removed.');
    await openConsole(app, url);
  } finally {
    pages.close();
  }
}

/** Prints a link to the console of the demo's store, and serves it until the process is stopped. */
async function openConsole(app: INestApplicationContext, url: string): Promise<void> {
  const ended = new Promise((resolve) => ['SIGINT', 'SIGTERM'].forEach((signal) => process.once(signal, resolve)));
  const client = await app.get(ClientsService).create('demo', []);
  say(`Its console (the link works once, for 10 minutes): ${await app.get(ConsoleCodesService).link(client, url)}`);
  say('Ctrl+C ends it.');
  await ended;
}

/** Ids of the events that the webhook receives: those after its own creation. */
async function eventsSince(store: DemoClient, webhook: DemoRecord): Promise<string[]> {
  const events = (await store.quietly('GET', '/v1/events')) as unknown as readonly (DemoRecord & {
    object_id: string;
  })[];
  const own = events.findIndex(({ object_id: id }) => id === webhook.id);
  return events.slice(0, own).map(({ id }) => id);
}

const { values } = parseArgs({ options: { storefront: { type: 'boolean' } } });
const ran = values.storefront
  ? withDemoStore({ PRICES_INCLUDE_TAX: 'true', ORDER_NUMBER: 'TEA-{seq:4}' }, storefront)
  : withDemoStore({}, story);
ran.catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
