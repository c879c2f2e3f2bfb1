import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Shop } from '../test/builders/cart-shop.builder';
import { png } from '../test/builders/image.builder';
import { makeDatabase } from '../test/support/database';
import { databaseKind, startDatabase } from '../test/support/database-server';
import { missingServers } from '../test/support/programs.cjs';
import { startStore, TEST_TOKEN } from '../test/support/store';
import { startApi } from './support/bench.process';
import { median } from './support/load';
import { recordStatements } from '../test/support/recorded-statements';
import { Senders } from './support/senders';

/**
 * A list of 100 products with a picture and a modifier of two variations each, beside a list of 100 without them, which is its floor: both have prices,
 * brand and tax band, both are filtered by their brand. The two take turns. Counts the statements of lists of 1, 10 and 100
 * too, the first time in a process and after that: they must be the same. `npm run bench -- products` prints the table that bench/README.md holds; it fails when they are not.
 */
const PRODUCTS = 100;
const IMAGES = 1;
const VARIATIONS = 2;
const CONNECTIONS = [1, 16];
const ROUNDS = 5;
const SECONDS = 3;
const POOL_SIZE = 20;

/** Words of the command line choose: `mariadb`, `sqlite`, and connections such as `16`. None: all. */
const ASKED = process.argv.slice(2);
const isAsked = (word: string): boolean => ASKED.every((one) => Number(one) > 0) || ASKED.includes(word);
const askedConnections = ASKED.map(Number).filter((number) => number > 0);

const KINDS = ['plain', 'rich'] as const;
type Kind = (typeof KINDS)[number];

const listOf = (kind: Kind, limit: number): string => `/v1/products?brand=${kind}&limit=${limit}`;

/** Statements of a list the first time in a process, when its pictures and modifiers are not in memory, and after that. */
type Counts = Record<Kind, { readonly first: number[]; readonly then: number[] }>;

/** Makes the products of both kinds. */
async function fill(databaseUrl: string, env: Record<string, string>): Promise<void> {
  const store = await startStore(databaseUrl, env);
  const shop = await Shop.open(store);
  const tax_band = (await shop.made('/v1/taxes', { title: 'VAT', rate: '20' })).id;
  for (const kind of KINDS) {
    const brand = (await shop.made('/v1/brands', { title: kind, slug: kind })).id;
    for (let i = 0; i < PRODUCTS; i += 1) {
      const { id } = await shop.product({
        brand,
        tax_band,
        price: '9.99',
        description: 'A mug of 300 ml. '.repeat(10),
      });
      if (kind === 'rich') await enrich(shop, id, i);
    }
  }
  await store.close();
}

/** Counts the statements of lists of 1, 10 and 100, each in a store that has shown no product. */
async function count(databaseUrl: string, env: Record<string, string>): Promise<Counts> {
  const counts: Counts = { plain: { first: [], then: [] }, rich: { first: [], then: [] } };
  for (const kind of KINDS) {
    for (const limit of [1, 10, PRODUCTS]) {
      const store = await startStore(databaseUrl, env);
      // Not counted: the settings.
      await store.request('GET', listOf('plain', 1));
      const ask = async () => (await recordStatements(store, () => store.request('GET', listOf(kind, limit)))).length;
      counts[kind].first.push(await ask());
      counts[kind].then.push(await ask());
      await store.close();
    }
  }
  return counts;
}

async function enrich(shop: Shop, product: string, i: number): Promise<void> {
  for (let image = 0; image < IMAGES; image += 1) {
    const multipart = new FormData();
    multipart.set('file', new File([png(8, 8 + i, image)], `mug-${i}-${image}.png`));
    multipart.set('assign_to', product);
    const { status } = await shop.store.request('POST', '/v1/files', { multipart });
    if (status !== 201) throw new Error(`the upload answered ${status}`);
  }
  const path = `/v1/products/${product}/modifiers`;
  const { id } = await shop.made(path, { title: 'Size', type: 'variant' });
  for (let variation = 0; variation < VARIATIONS; variation += 1)
    await shop.made(`${path}/${id}/variations`, { title: `Size ${variation}`, mod_price: `+${variation}.00` });
}

async function compare(name: string, databaseUrl: string, folder: string): Promise<void> {
  const files = mkdtempSync(join(folder, 'files-'));
  const common = { RATE_LIMIT_PER_MINUTE: '0', FILES_DIR: files, PUBLIC_URL: 'https://shop.example' };
  await fill(databaseUrl, common);
  const counts = await count(databaseUrl, common);
  const env = {
    ...common,
    ...{ DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: String(POOL_SIZE) },
  };
  const api = await startApi(env);
  try {
    for (const connections of askedConnections.length > 0 ? askedConnections : CONNECTIONS)
      process.stdout.write(`${await row(name, api.url, connections, counts)}\n`);
  } finally {
    await api.stop();
  }
  const isConstant = Object.values(counts).every((of) => new Set(of.first).size === 1 && new Set(of.then).size === 1);
  if (!isConstant) process.exitCode = 1;
}

async function row(name: string, url: string, connections: number, counts: Counts): Promise<string> {
  const senders = new Senders(url, connections, TEST_TOKEN);
  const rates: Record<Kind, number>[] = [];
  try {
    // The first is not counted: it warms the process up.
    for (let i = 0; i <= ROUNDS; i += 1) {
      const rate = async (kind: Kind): Promise<number> =>
        (await senders.drive(SECONDS, () => senders.get(listOf(kind, PRODUCTS)))).perSecond;
      const round = { plain: await rate('plain'), rich: await rate('rich') };
      if (i > 0) rates.push(round);
    }
  } finally {
    await senders.close();
  }
  const ratio = median(rates.map(({ plain, rich }) => rich / plain));
  const [plain, rich] = KINDS.map((kind) => median(rates.map((of) => of[kind])).toFixed(0));
  const shown = (of: { first: number[]; then: number[] }): string =>
    `${of.then.join(', ')}; first ${of.first.join(', ')}`;
  const statements = `${shown(counts.rich)} (without: ${counts.plain.then.join(', ')})`;
  return `| ${name} | ${connections} | ${rich} | ${plain} | **${ratio.toFixed(2)}** | ${statements} |`;
}

export async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'storekeeper-bench-'));
  const server = missingServers().includes('mariadb') ? undefined : await startDatabase();
  try {
    process.stdout.write(
      `| database | connections | lists/s | lists/s without pictures and modifiers | ratio | statements of a list of 1, 10, ${PRODUCTS} |\n|---|---|---|---|---|---|\n`,
    );
    if (isAsked('sqlite')) await compare('sqlite', `sqlite:${join(folder, 'bench.sqlite')}`, folder);
    if (server && isAsked(databaseKind)) {
      await makeDatabase(server.url, 'bench');
      await compare(databaseKind, `${server.url}/bench`, folder);
    }
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
