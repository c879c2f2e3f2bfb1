import 'reflect-metadata';
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Page } from 'playwright-core';
import { inPage } from '../test/support/console-visit';
import { storeDataSource } from '../test/support/database';
import { copyPastOrders } from '../test/support/past-orders.sql';
import { SeededConsole, settled } from '../test/support/seeded-console';
import { TEST_TOKEN } from '../test/support/store';
import { median } from './support/load';

/**
 * The pages of the console in Chromium, on a shop of `store seed` on SQLite (console.md 14): the first and the largest paint of Home for
 * somebody who is signed in, with nothing cached and a processor that is four times as slow; the script of that page; and how long each
 * page takes until it has read all that it shows. `npm run bench -- console` (a number: of orders) prints the tables that bench/README.md
 * holds; it fails when the largest paint takes longer than 1.5 s.
 */
const [ORDERS = 100_000] = process.argv
  .slice(2)
  .map(Number)
  .filter((number) => number > 0);
/** Orders that are placed over the API; the rest are copies of these in the database. */
const SEEDED = Math.min(ORDERS, 2_000);
const DAYS = 90;
const RUNS = 5;
/** Runs of each page. */
const PAGE_RUNS = 3;
const SLOWDOWN = 4;
const MAX_MS = 1500;
const BUILT = resolve('dist/console');

/** Times since the navigation began, in milliseconds. */
interface Paints {
  readonly first: number;
  readonly largest: number;
  readonly settled: number;
}

const PAINTS = `new Promise((resolve) => {
  const [first] = performance.getEntriesByName('first-contentful-paint');
  new PerformanceObserver((list) => resolve({ first: first.startTime, largest: list.getEntries().at(-1).startTime }))
    .observe({ type: 'largest-contentful-paint', buffered: true });
})`;

async function settle(page: Page): Promise<number> {
  await settled(page);
  return Number(await inPage(page, 'performance.now()'));
}

/** Lets a page be seen by a processor that is so many times as slow. */
function visit<T>(shop: SeededConsole, slowdown: number, see: (page: Page) => Promise<T>): Promise<T> {
  return shop.visit({}, async (page) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    return see(page);
  });
}

async function paintsOf(page: Page, url: string): Promise<Paints> {
  await page.goto(`${url}/console`);
  const settled = await settle(page);
  return { ...((await inPage(page, PAINTS)) as Omit<Paints, 'settled'>), settled };
}

/** Sizes of the compressed scripts of Home. @returns kB */
async function scriptOf(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/console`);
  await settle(page);
  const names = (await inPage(page, "performance.getEntriesByType('resource').map(({ name }) => name)")) as string[];
  const files = new Set(names.map((name) => new URL(name).pathname).filter((path) => path.endsWith('.js')));
  const bytes = [...files].map((path) => {
    const file = join(BUILT, path.replace(/^\/console/, ''));
    return (statSync(`${file}.gz`, { throwIfNoEntry: false }) ?? statSync(file)).size;
  });
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(2);

async function measureHome(shop: SeededConsole): Promise<void> {
  const runs: Paints[] = [];
  // The first is not counted: it warms the store up.
  for (let run = 0; run <= RUNS; run += 1) {
    const paints = await visit(shop, SLOWDOWN, (page) => paintsOf(page, shop.url));
    if (run > 0) runs.push(paints);
  }
  process.stdout.write(`| Home at ${SLOWDOWN}× slowed CPU, s | median | most |\n|---|---|---|\n`);
  const rows = [
    ['first contentful paint', 'first'],
    ['largest contentful paint', 'largest'],
    ['all is read', 'settled'],
  ] as const;
  for (const [title, name] of rows) {
    const times = runs.map((run) => run[name]);
    process.stdout.write(`| ${title} | **${seconds(median(times))}** | ${seconds(Math.max(...times))} |\n`);
  }
  const script = await visit(shop, 1, (page) => scriptOf(page, shop.url));
  process.stdout.write(`\nThe first page takes **${script.toFixed(0)} kB** of compressed script.\n\n`);
  if (median(runs.map(({ largest }) => largest)) > MAX_MS) process.exitCode = 1;
}

async function measurePages(shop: SeededConsole): Promise<void> {
  process.stdout.write(`| page, s until all is read | median | most |\n|---|---|---|\n`);
  for (const [{ path: title }, path] of await shop.pages()) {
    const times: number[] = [];
    for (let run = 0; run < PAGE_RUNS; run += 1) {
      const open = async (page: Page): Promise<number> => {
        await page.goto(`${shop.url}/console${path}`);
        return settle(page);
      };
      times.push(await shop.visit({}, open));
    }
    process.stdout.write(`| ${title} | ${seconds(median(times))} | ${seconds(Math.max(...times))} |\n`);
  }
}

async function copyOrders(databaseUrl: string): Promise<void> {
  if (ORDERS === SEEDED) return;
  const dataSource = await storeDataSource(databaseUrl).initialize();
  const rows = await dataSource.query<{ id: unknown }[]>('SELECT id FROM orders ORDER BY id LIMIT 200');
  const from = new Date(Date.now() - DAYS * 86_400_000).toISOString().slice(0, 10);
  const templates = rows.map(({ id }) => String(id));
  await copyPastOrders(dataSource, { templates, count: ORDERS - SEEDED, from, seconds: DAYS * 86_400 });
  // Else the log is folded by a collected statement, while the store starts.
  await dataSource.ownFile();
  await dataSource.destroy();
}

/** Waits until the store has counted what the seed and the copies left it to count. @throws Error after two minutes */
async function waitForFigures(shop: SeededConsole): Promise<void> {
  const began = Date.now();
  for (let asOf = 0; asOf < began; await pause(500)) {
    if (Date.now() - began > 120_000) throw new Error('the store does not count its orders');
    const headers = { authorization: `Bearer ${TEST_TOKEN}` };
    const answer = await fetch(`${shop.url}/v1/statistics/store?timeframe=30days`, { headers });
    const { result } = (await answer.json()) as { result: { as_of: string | null } };
    asOf = result.as_of === null ? 0 : Date.parse(`${result.as_of}Z`);
  }
}

export async function main(): Promise<void> {
  const shop = await SeededConsole.open(SEEDED, copyOrders);
  try {
    await waitForFigures(shop);
    await measureHome(shop);
    await measurePages(shop);
  } finally {
    await shop.close();
  }
}
