import 'reflect-metadata';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDatabase } from '../test/support/database';
import { databaseKind, startDatabase } from '../test/support/database-server';
import { missingServers } from '../test/support/programs.cjs';
import { startStore, TEST_TOKEN } from '../test/support/store';
import { type Running, startApi, startScript } from './support/bench.process';
import { checkoutWorld, type CheckoutWorld, fillCarts, recordCheckout } from './support/checkout-world';
import { copyFile } from './support/copied-database';
import { median, type Speed } from './support/load';
import { Senders } from './support/senders';

/**
 * Whole checkouts with 50 live promotions: the checkout request of filled carts beside two floors, plain node:http that
 * replays the same SQL and plain node:http with SQL of its own; the whole story (two adds and the checkout of a new cart); and what a buyer's page does in five
 * requests (two adds, the cart, its options, the checkout) beside the same order made in one.
 * `npm run bench -- checkout` prints the table that bench/README.md holds.
 */
const PROMOTIONS = 50;
const CONNECTIONS = [1, 16, 64];
const ROUNDS = 3;
const SECONDS = 2;
const CARTS = 12_000;
const FLOOR_CARTS = 500;
const POOL_SIZE = 20;

interface Contest {
  readonly name: string;
  readonly api: Running;
  readonly floor: Running;
  readonly independent: Running;
  readonly world: CheckoutWorld;
  /** Filled carts that are not checked out yet; each round takes from them. */
  readonly carts: string[];
  readonly floorCarts: readonly string[];
}

/** Words of the command line choose: `mariadb`, `sqlite`, and connections such as `16`. None: all. */
const ASKED = process.argv.slice(2);
const isAsked = (word: string): boolean => ASKED.length === 0 || ASKED.includes(word);

let stories = 0;

async function story(senders: Senders, world: CheckoutWorld): Promise<void> {
  const cart = `story-${(stories += 1)}`;
  for (const add of world.adds) await senders.post(`/v1/carts/${cart}`, add);
  await senders.post(`/v1/carts/${cart}/checkout`, world.checkout);
}

async function checkout(senders: Senders, { carts, world }: Contest): Promise<void> {
  const cart = carts.pop();
  if (cart === undefined) throw new Error(`${CARTS} carts are too few for this machine`);
  await senders.post(`/v1/carts/${cart}/checkout`, world.checkout);
}

/** The requests of a page for the same order: two adds, the cart, its checkout options, the checkout. */
async function fiveRequests(senders: Senders, world: CheckoutWorld): Promise<void> {
  const cart = `story-${(stories += 1)}`;
  for (const add of world.adds) await senders.post(`/v1/carts/${cart}`, add);
  await senders.get(`/v1/carts/${cart}`);
  await senders.get(`/v1/carts/${cart}/checkout`);
  await senders.post(`/v1/carts/${cart}/checkout`, world.checkout);
}

async function oneRequest(senders: Senders, { adds, checkout }: CheckoutWorld): Promise<void> {
  const items = adds.flatMap((add, at) => Object.entries(add).map(([name, value]) => [`items[${at}][${name}]`, value]));
  await senders.post('/v1/carts/checkout', { ...checkout, ...(Object.fromEntries(items) as Record<string, string>) });
}

type Kind = 'floor' | 'independent' | 'checkout' | 'story' | 'five' | 'one';

/** Alternates one round of each kind, so that other load on the machine affects all of them. */
async function round(contest: Contest, connections: number): Promise<Record<Kind, Speed>> {
  const floor = new Senders(contest.floor.url, connections, TEST_TOKEN);
  const independent = new Senders(contest.independent.url, connections, TEST_TOKEN);
  const api = new Senders(contest.api.url, connections, TEST_TOKEN);
  let turn = 0;
  const bought = () => contest.floorCarts[(turn += 1) % contest.floorCarts.length] ?? '';
  try {
    return {
      floor: await floor.drive(SECONDS, () => floor.post(`/checkout/${bought()}`)),
      independent: await independent.drive(SECONDS, () => independent.post(`/checkout/${bought()}`)),
      checkout: await api.drive(SECONDS, () => checkout(api, contest)),
      story: await api.drive(SECONDS, () => story(api, contest.world)),
      five: await api.drive(SECONDS, () => fiveRequests(api, contest.world)),
      one: await api.drive(SECONDS, () => oneRequest(api, contest.world)),
    };
  } finally {
    await Promise.all([floor.close(), independent.close(), api.close()]);
  }
}

async function row(contest: Contest, connections: number): Promise<string> {
  const rounds: Record<Kind, Speed>[] = [];
  for (let i = 0; i < ROUNDS; i += 1) rounds.push(await round(contest, connections));
  const middle = (of: (speeds: Record<Kind, Speed>) => number): number => median(rounds.map(of));
  const rate = (kind: Kind): string => middle((speeds) => speeds[kind].perSecond).toFixed(0);
  const times = (kind: Kind): string =>
    `${middle((speeds) => speeds[kind].p50Ms).toFixed(1)} / ${middle((speeds) => speeds[kind].p99Ms).toFixed(1)}`;
  const ratio = (kind: Kind): string =>
    `**${middle((speeds) => speeds.checkout.perSecond / speeds[kind].perSecond).toFixed(2)}**`;
  const floors = `${rate('floor')} | ${ratio('floor')} | ${rate('independent')} | ${ratio('independent')}`;
  const gain = middle(({ one, five }) => one.perSecond / five.perSecond).toFixed(2);
  const purchases = `${rate('five')} | ${rate('one')} | **${gain}**`;
  return `| ${contest.name} | ${connections} | ${rate('checkout')} | ${floors} | ${times('checkout')} | ${rate('story')} | ${times('story')} | ${purchases} |`;
}

function floorDatabase(databaseUrl: string, floor: string): string {
  const [, file] = /^sqlite:(.+)$/.exec(databaseUrl) ?? [];
  return file === undefined ? databaseUrl : copyFile(file, floor);
}

/** Fills a database in this process, then measures it from two others. */
async function compare(name: string, databaseUrl: string, folder: string): Promise<void> {
  const store = await startStore(databaseUrl);
  const world = await checkoutWorld(store, PROMOTIONS);
  const { statements, applied, rows } = await recordCheckout(store, world);
  const carts = await fillCarts(store, 'ready', CARTS);
  const floorCarts = await fillCarts(store, 'floor', FLOOR_CARTS);
  await store.close();
  const startFloor = (script: string): Promise<Running> => {
    const planFile = join(folder, `${name}-${script}.json`);
    const plan = {
      databaseUrl: floorDatabase(databaseUrl, script),
      poolSize: POOL_SIZE,
      operations: { checkout: statements },
    };
    writeFileSync(planFile, JSON.stringify({ ...plan, rows, shown: ['id'] }));
    return startScript(script, planFile);
  };
  const env = {
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
  };
  const api = await startApi(env);
  const floor = await startFloor('floor-server');
  const independent = await startFloor('independent-floor');
  try {
    const contest = { name, api, floor, independent, world, carts, floorCarts };
    // Not counted: it warms both up.
    await round(contest, 16);
    const numbers = ASKED.map(Number).filter((number) => number > 0);
    for (const connections of numbers.length > 0 ? numbers : CONNECTIONS)
      process.stdout.write(`${await row(contest, connections)}\n`);
    process.stdout.write(
      `| ${name} | one checkout: ${statements.length} statements, ${applied} of ${PROMOTIONS} promotions apply | | | | | | | | | | | |\n`,
    );
  } finally {
    await Promise.all([api.stop(), floor.stop(), independent.stop()]);
  }
}

async function freshDatabase(server: string, name: string): Promise<string> {
  await makeDatabase(server, name);
  return `${server}/${name}`;
}

export async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'storekeeper-bench-'));
  const mariaDb = missingServers().includes('mariadb') ? undefined : await startDatabase({ durable: true });
  try {
    process.stdout.write(
      '| database | connections | checkouts/s | replaying floor/s | ratio | independent floor/s | ratio | checkout p50 / p99 ms | stories/s | story p50 / p99 ms | in five requests/s | in one/s | ratio |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n',
    );
    if (isAsked('sqlite')) await compare('sqlite', `sqlite:${join(folder, 'bench.sqlite')}`, folder);
    if (mariaDb && isAsked(databaseKind))
      await compare(databaseKind, await freshDatabase(mariaDb.url, 'bench'), folder);
  } finally {
    await mariaDb?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
