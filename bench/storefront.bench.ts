import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { ClientsService } from '../src/modules/access/clients.service';
import { Shop } from '../test/builders/cart-shop.builder';
import { makeDatabase } from '../test/support/database';
import { startDatabase } from '../test/support/database-server';
import { startRedis } from '../test/support/private-servers';
import { startStore, TEST_TOKEN } from '../test/support/store';
import { type Flatness, flatnessOf, LIMITS, type Series } from './soak/flatness';
import { WatchedProcess } from './soak/watched.process';
import { PRODUCTION } from './support/bench.process';
import { median } from './support/load';
import { Shoppers } from './support/storefront-shoppers';

/**
 * 10,000 carts of 40 pages, each with a token of a public client, read and changed for 60 s beside checkouts, on MariaDB and
 * Redis with a worker. Each answer is checked: a cart has what its page put into it, and what is somebody else's is refused.
 * The floor is the same work with the token of a server, alternating. The use of the processes is sampled as
 * in the soak. `npm run bench -- storefront` prints the tables that bench/README.md holds; it fails when anything is wrong.
 */
const CARTS = 10_000;
const PAGES = 40;
/** Pages and floor take turns; all turns of the pages together are 60 s. */
const ROUNDS = 6;
const PAGE_SECONDS = 10;
const FLOOR_SECONDS = 5;
const CONNECTIONS = 8;
const BUYERS = 2;
const LOOK_EVERY_MS = 1_500;
const ORIGIN = 'https://shop.example';
const LEAST_RATIO = 0.8;

interface World {
  readonly processes: readonly WatchedProcess[];
  readonly shoppers: Shoppers;
  close(): Promise<void>;
}

/** Makes what is sold and the public client. @returns ids of the two */
async function fill(databaseUrl: string): Promise<{ product: string; clientId: string }> {
  const store = await startStore(databaseUrl);
  const product = await (await Shop.open(store)).product({ price: '10' });
  const { clientId } = await store.app.get(ClientsService).createPublic('pages', [ORIGIN]);
  await store.close();
  return { product: product.id, clientId };
}

async function signIn(url: string, clientId: string): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'implicit', client_id: clientId });
  const answer = await fetch(`${url}/oauth/access_token`, { method: 'POST', body, headers: { origin: ORIGIN } });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`a page got no token: ${answer.status}`);
  return token;
}

async function start(): Promise<World> {
  const [mariaDb, redis] = await Promise.all([startDatabase({ durable: true }), startRedis()]);
  await makeDatabase(mariaDb.url, 'bench');
  const databaseUrl = `${mariaDb.url}/bench`;
  const { product, clientId } = await fill(databaseUrl);
  const env = {
    STOREFRONT_COST_PER_MINUTE: '0',
    ...{ DATABASE_URL: databaseUrl, REDIS_URL: redis.url, BOOTSTRAP_TOKEN: TEST_TOKEN },
    ...PRODUCTION,
    PORT: '0',
  };
  const api = await WatchedProcess.start('API', 'dist/src/main.js', env, /"port":(\d+)/);
  const worker = await WatchedProcess.start('worker', 'dist/src/worker.js', env, /"msg":"working"/);
  const url = `http://127.0.0.1:${api.found}`;
  const tokens: string[] = [];
  for (let i = 0; i < PAGES; i += 1) tokens.push(await signIn(url, clientId));
  const shoppers = new Shoppers(url, CONNECTIONS + BUYERS, product, tokens, CARTS);
  const processes = [api.process, worker.process];
  return {
    processes,
    shoppers,
    close: async () => {
      await shoppers.close();
      await Promise.all(processes.map((one) => one.stop()));
      await Promise.all([mariaDb.stop(), redis.stop()]);
    },
  };
}

interface Rates {
  readonly stepsPerSecond: number;
  readonly checkoutsPerSecond: number;
}

/** Steps on all connections, and checkouts beside them. @param token of all steps; left out: that of each page */
async function run({ shoppers }: World, seconds: number, token?: string): Promise<Rates> {
  const begun = performance.now();
  const end = begun + seconds * 1000;
  const before = shoppers.orders;
  let steps = 0;
  const walk = async (): Promise<void> => {
    for (; performance.now() < end; steps += 1) await shoppers.step(token);
  };
  const buy = async (): Promise<void> => {
    while (performance.now() < end) await shoppers.buy();
  };
  await Promise.all([...Array.from({ length: CONNECTIONS }, walk), ...Array.from({ length: BUYERS }, buy)]);
  const took = (performance.now() - begun) / 1000;
  return { stepsPerSecond: steps / took, checkoutsPerSecond: (shoppers.orders - before) / took };
}

/** Samples the use of each process until `done`. */
async function watch({ processes }: World, done: AbortSignal): Promise<Flatness[]> {
  const series = new Map<string, [number, number][]>();
  const begun = performance.now();
  while (!done.aborted) {
    for (const one of processes) {
      for (const [name, value] of Object.entries(await one.use()) as [string, number][]) {
        const key = `${one.name}: ${name}`;
        series.set(key, [...(series.get(key) ?? []), [(performance.now() - begun) / 1000, value]]);
      }
    }
    await pause(LOOK_EVERY_MS, undefined, { signal: done }).catch(() => undefined);
  }
  return [...series].flatMap(([name, values]: [string, Series]) => {
    const limit = LIMITS[name.replace(/^.*: /, '')];
    return limit === undefined ? [] : [flatnessOf(name, values, limit)];
  });
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

interface Round {
  readonly floor: Rates;
  readonly pages: Rates;
}

function report(rounds: readonly Round[], flatness: readonly Flatness[], shoppers: Shoppers): void {
  const row = (what: string, of: (rates: Rates) => number): number => {
    const ratio = median(rounds.map(({ floor, pages }) => of(pages) / of(floor)));
    const rate = (who: keyof Round): string => median(rounds.map((round) => of(round[who]))).toFixed(0);
    say(`| ${what} | ${rate('pages')} | ${rate('floor')} | **${ratio.toFixed(2)}** |`);
    return ratio;
  };
  say('| a second | pages | floor | ratio |\n| --- | --- | --- | --- |');
  const ratio = row('reads and changes of carts', ({ stepsPerSecond }) => stepsPerSecond);
  row('checkouts beside them', ({ checkoutsPerSecond }) => checkoutsPerSecond);
  say('\n| held | at first | at last | grown | allowed |\n| --- | --- | --- | --- | --- |');
  for (const { name, first, last, growth, allowed, isFlat } of flatness) {
    const figures = [first, last, growth, allowed].map((value) => value.toFixed(1));
    say(`| ${name} | ${figures.join(' | ')}${isFlat ? '' : ' NOT FLAT'} |`);
  }
  say(
    `\n${shoppers.checked} answers checked, ${shoppers.faulty} wrong; ${shoppers.trespasses} tries at what is not theirs.`,
  );
  for (const fault of shoppers.faults) say(`FAULT: ${fault}`);
  if (shoppers.faulty > 0 || ratio < LEAST_RATIO || flatness.some(({ isFlat }) => !isFlat)) process.exitCode = 1;
}

export async function main(): Promise<void> {
  const world = await start();
  try {
    await world.shoppers.fill();
    // Not counted: it warms the processes up.
    await run(world, PAGE_SECONDS);
    const done = new AbortController();
    const watching = watch(world, done.signal);
    const rounds: Round[] = [];
    for (let i = 0; i < ROUNDS; i += 1) {
      const floor = await run(world, FLOOR_SECONDS, TEST_TOKEN);
      rounds.push({ floor, pages: await run(world, PAGE_SECONDS) });
    }
    done.abort();
    report(rounds, await watching, world.shoppers);
  } finally {
    await world.close();
  }
}
