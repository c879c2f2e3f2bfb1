import { type AddressInfo } from 'node:net';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { getDataSourceToken } from '@nestjs/typeorm';
import { pino } from 'pino';
import { createApi } from '../app/create-api';
import { prepareStore } from '../app/prepare-store';
import { requireSecretsKey } from '../app/secrets-key';
import { Clock } from '../kernel/clock';
import { ValidationFailed } from '../kernel/errors';
import { randomToken } from '../kernel/ids';
import { type Config, ConfigurationError, loadConfig } from '../platform/config/config';
import { isFileInUse } from '../platform/database/connection/sqlite/file-in-use';
import { type StoreDataSource } from '../platform/database/connection/store-data-source';
import { BackgroundWork } from '../platform/queue/background-work';
import { DemoClient } from './demo/demo-client';
import { diceOf } from './seed/dice';
import { fillCatalog } from './seed/seeded-catalog';
import { SeededOrders } from './seed/seeded-orders';
import { addPeople } from './seed/seeded-people';
import { addPromotions } from './seed/seeded-promotions';
import { withWebhooks } from './seed/seeded-webhooks';

const MAX_ORDERS = 100_000;
const DAYS_MS = 90 * 86_400_000;
const PEOPLE = 500;
const CARTS = 25;
/** Orders that are placed while webhooks receive events. */
const TOLD = 20;
/** Fewer tries than a store makes: what nobody receives is dead when the seed ends, not a day later. */
const SCHEDULE = [0, 1];

/** The arguments of `store seed`. */
export interface SeedArguments {
  readonly seed: string;
  readonly orders: string;
}

type Say = (text: string) => void;

interface Opened {
  readonly app: NestExpressApplication;
  readonly client: DemoClient;
}

/**
 * Fills a store with a shop: products with pictures, customers, promotions, orders of 90 days, carts and webhooks. Everything goes
 * through the API, at the time at which it is said to have happened, so that numbers, uses and ledgers are those of a shop that
 * was open so long. The same seed makes the same shop, but for ids.
 * @throws ConfigurationError when the store is in production, has orders or runs, ValidationFailed
 */
export async function seedCommand({ seed, orders }: SeedArguments, say: Say): Promise<void> {
  const count = wholeOf('orders', orders, 1, MAX_ORDERS);
  const roll = diceOf(wholeOf('seed', seed, 0, 2 ** 32 - 1));
  const config = seedConfig();
  if (config.inProduction) {
    throw new ConfigurationError(['NODE_ENV is production: a seeded shop is for trying, so seed a development store']);
  }
  if (isFileInUse(config.database.url)) {
    throw new ConfigurationError([
      'DATABASE_URL is open in another process, such as a running store: stop it, seed, and start it again',
    ]);
  }
  const end = await prepared(config);
  let now = end - DAYS_MS;
  const time = { moveTo: (ms: number) => void (now = Math.max(now, ms)) };
  const told = Math.min(TOLD, count);
  const seeded = await opened(config, false, async ({ app, client }) => {
    // Ids, times and the windows of promotions all come from here.
    app.get(Clock).now = () => new Date(now);
    const products = await fillCatalog(client, roll, Math.min(1_000_000, 1_000 + count * 6));
    const { people, trade } = await addPeople(client, roll, PEOPLE);
    const [product = { id: '', sku: '' }] = products;
    await addPromotions(client, { trade, product, end: new Date(end) });
    say(`${products.length} products, ${people.length} customers and 12 promotions are made.`);
    const placing = new SeededOrders(client, roll, { products, people }, time);
    await placing.place(count - told, [now, end], progressOf(count, say));
    await placing.leaveCarts(CARTS);
    return { products, people };
  });
  await opened(config, true, async ({ client }) => {
    say('Webhooks receive the last orders.');
    const placing = new SeededOrders(client, roll, seeded, { moveTo: () => undefined });
    await withWebhooks(client, () => placing.place(told, [end, end], () => undefined));
  });
  say(`The shop is open: ${count} orders. Start it with npm start, then: npm run store -- console`);
}

/** Its settings but for Redis and limits, with a token that only this process knows. */
function seedConfig(): Config {
  const config = loadConfig();
  return {
    ...config,
    redisUrl: undefined,
    logLevel: 'silent',
    access: { ...config.access, bootstrapToken: randomToken(32), requestsPerMinute: 0 },
    webhooks: { ...config.webhooks, schedule: SCHEDULE, allowedNetworks: ['127.0.0.0/8'] },
  };
}

/** Brings the database up to date, and refuses one with orders. @returns now, in milliseconds */
function prepared(config: Config): Promise<number> {
  return opened(config, false, async ({ app, client }) => {
    const orders = (await client.quietly('GET', '/v1/orders?limit=1')) as unknown as readonly object[];
    if (orders.length > 0) {
      throw new ConfigurationError(['DATABASE_URL is a store that has orders: a seeded shop needs an empty one']);
    }
    return app.get(Clock).now().getTime();
  });
}

/** Opens a store on a port of its own for as long as `use` takes. */
async function opened<T>(config: Config, withWorkers: boolean, use: (store: Opened) => Promise<T>): Promise<T> {
  const silent = pino({ level: 'silent' });
  const { app } = await createApi(config, silent, silent, withWorkers);
  try {
    if (!withWorkers) await prepareStore(app);
    if (config.database.embedded) {
      await requireSecretsKey(app);
      const source = app.get<StoreDataSource>(getDataSourceToken());
      await source.ownFile();
      // A seed that a power cut ends is made anew: it does not wait for the disk with each of its transactions.
      await source.query('PRAGMA synchronous = OFF');
    }
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as AddressInfo;
    const client = new DemoClient(`http://127.0.0.1:${port}`, config.access.bootstrapToken ?? '', () => undefined);
    return await use({ app, client });
  } finally {
    await app.get(BackgroundWork).stop();
    // Closing folds the log into the file; this makes it durable.
    if (config.database.embedded)
      await app.get<StoreDataSource>(getDataSourceToken()).query('PRAGMA synchronous = FULL');
    await app.close();
  }
}

/** Says how far it is, ten times in all. */
function progressOf(count: number, say: Say): (placed: number) => void {
  const step = Math.max(1, Math.ceil(count / 10));
  return (placed) => {
    if (placed % step === 0) say(`${placed} of ${count} orders`);
  };
}

/** @throws ValidationFailed */
function wholeOf(name: string, text: string, least: number, most: number): number {
  if (!/^\d{1,10}$/.test(text) || Number(text) < least || Number(text) > most) {
    throw ValidationFailed.of(name, `must be a whole number from ${least} to ${most}`);
  }
  return Number(text);
}
