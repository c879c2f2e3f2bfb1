import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { Shop } from '../test/builders/cart-shop.builder';
import { databaseKind, startDatabase } from '../test/support/database-server';
import { makeDatabase } from '../test/support/database';
import { numbers } from '../test/support/numbers.sql';
import { missingServers } from '../test/support/programs.cjs';
import { startStore, TEST_TOKEN, type TestStore } from '../test/support/store';
import { type Running, startApi } from './support/bench.process';
import { copyCart } from './support/checkout-world';
import { median, type Speed } from './support/load';
import { Senders } from './support/senders';

/**
 * Pools of codes (promotions-at-scale.md 5): how quickly a job draws 1,000,000 codes, and what a cart and a checkout with a
 * code cost in a store with 10,000,000 of them beside one with a single code. Two stores take turns.
 * `npm run bench -- codes` prints the tables that bench/README.md holds.
 */
const WORDS = process.argv.slice(2);
const isAsked = (word: string): boolean => WORDS.length === 0 || WORDS.some((each) => each === word);
const [CODES = 10_000_000] = WORDS.map(Number).filter((number) => number > 0);
const DRAWN = 1_000_000;
const CARTS = 24_000;
const CONNECTIONS = [1, 16];
const ROUNDS = 5;
/** Seconds of each turn. Carts take longer, because a 99th percentile needs hundreds of them. */
const SECONDS = { cart: 5, checkout: 4 } as const;
/** Codes of one statement. */
const FILLED = 500_000;
const LOOK_MS = 250;

interface Contestant {
  readonly api: Running;
  readonly carts: string[];
}
type Kind = 'cart' | 'checkout';

/** A store with a pool of so many codes, and carts that carry one each, far apart. */
async function fill(databaseUrl: string, codes: number): Promise<string[]> {
  const store = await startStore(databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
  const shop = await Shop.open(store);
  const product = (await shop.product()).id;
  const { id } = await shop.promotion();
  const first = { codes: ['BULK1'], uses: codes === 1 ? 0 : 1 };
  await shop.send('POST', `/v1/promotions/cart/${id}/codes`, { json: first });
  await fillPool(store, id, codes);
  await store.request('POST', '/v1/carts/template', { form: { id: product, quantity: '1' } });
  const carts = await copyCart(store, 'template', 'ready', CARTS);
  await giveCodes(store, codes);
  await store.close();
  return carts;
}

/** Without indices, which are made of the whole table afterwards: a row at a time they would take most of the time. */
async function fillPool(store: TestStore, promotionId: string, codes: number): Promise<void> {
  const from = performance.now();
  const source = store.app.get<DataSource>(getDataSourceToken());
  const runner = source.createQueryRunner();
  const { indices = [] } = (await runner.getTable('promotion_codes')) ?? {};
  const made = [...indices];
  for (const { name = '' } of made) await runner.dropIndex('promotion_codes', name);
  const isFile = source.options.type === 'better-sqlite3';
  const code = concatenated(source, 'BULK', 'seq + ?');
  for (let done = 1; done < codes; done += FILLED) {
    const count = Math.min(FILLED, codes - done);
    await source.query(
      `INSERT INTO promotion_codes (id, promotion_id, code, code_key, is_own, status, uses, used, created_at)
       SELECT seq + ?, ?, ${code}, LOWER(${code}), 0, 'unused', 1, 0, '2026-01-01 00:00:00.000' FROM (${numbers(count)}) AS n`,
      [done, promotionId, done, done],
    );
    if (isFile) await source.query('PRAGMA wal_checkpoint(TRUNCATE)');
  }
  for (const index of made) await runner.createIndex('promotion_codes', index);
  process.stderr.write(`${codes} codes filled in within ${((performance.now() - from) / 1000).toFixed(0)} s\n`);
  await runner.release();
}

async function giveCodes(store: TestStore, codes: number): Promise<void> {
  const source = store.app.get<DataSource>(getDataSourceToken());
  const apart = Math.floor(codes / CARTS);
  for (let at = 0; at < CARTS; at += 1) {
    const values = [`BULK${1 + at * apart}`, `ready-${at}`];
    await source.query('UPDATE carts SET discount_code = ? WHERE id = ?', values);
  }
}

const concatenated = ({ options }: DataSource, text: string, number: string): string =>
  options.type === 'better-sqlite3' ? `'${text}' || (${number})` : `CONCAT('${text}', ${number})`;

function serve(databaseUrl: string): Promise<Running> {
  return startApi({ DATABASE_URL: databaseUrl, RATE_LIMIT_PER_MINUTE: '0' });
}

interface JobRow {
  readonly state: string;
  readonly done: number;
}

/** Seconds that a job takes for {@link DRAWN} codes, from the request on. */
async function drawn({ api }: Contestant): Promise<number> {
  const headers = { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' };
  const ask = async <R>(path: string, body?: object): Promise<R> => {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(new URL(path, api.url), { headers, ...sent });
    return ((await response.json()) as { result: R }).result;
  };
  const form = { from: '2020-01-01', to: '2099-12-31', status: 1, terminating: 0, persistent: 0, apply_to_shipping: 0 };
  const action = { action: 'discount_by_percent', amount: 10, title: `Drawn ${performance.now()}` };
  const { id } = await ask<{ id: string }>('/v1/promotions/cart', { ...form, ...action });
  const start = performance.now();
  const { link } = await ask<{ link: string }>(`/v1/promotions/cart/${id}/codes`, { count: DRAWN });
  for (;;) {
    const job = await ask<JobRow>(new URL(link).pathname);
    if (job.state === 'done') return (performance.now() - start) / 1000;
    if (job.state === 'failed') throw new Error('the job failed');
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

async function turn({ api, carts }: Contestant, connections: number): Promise<Record<Kind, Speed>> {
  const senders = new Senders(api.url, connections, TEST_TOKEN);
  let looked = 0;
  const look = () => senders.get(`/v1/carts/${carts[(looked += 1) % carts.length] ?? ''}`);
  const buy = (): Promise<void> => {
    const cart = carts.pop();
    if (cart === undefined) throw new Error(`${CARTS} carts are too few for this machine`);
    return senders.post(`/v1/carts/${cart}/checkout`, { gateway: 'dummy' });
  };
  try {
    return { cart: await senders.drive(SECONDS.cart, look), checkout: await senders.drive(SECONDS.checkout, buy) };
  } finally {
    await senders.close();
  }
}

/** Takes turns, so that other load on the machine affects both. */
async function row(name: string, one: Contestant, many: Contestant, connections: number): Promise<string> {
  const rounds: { one: Record<Kind, Speed>; many: Record<Kind, Speed> }[] = [];
  for (let i = 0; i < ROUNDS; i += 1) {
    rounds.push({ one: await turn(one, connections), many: await turn(many, connections) });
  }
  const p99 = (of: 'one' | 'many'): string => median(rounds.map((each) => each[of].cart.p99Ms)).toFixed(2);
  const rate = (of: 'one' | 'many'): string => median(rounds.map((each) => each[of].checkout.perSecond)).toFixed(0);
  const slower = median(rounds.map((each) => each.many.cart.p99Ms / each.one.cart.p99Ms)).toFixed(2);
  const kept = median(rounds.map((each) => each.many.checkout.perSecond / each.one.checkout.perSecond)).toFixed(2);
  return `| ${name} | ${connections} | ${p99('one')} | ${p99('many')} | **${slower}** | ${rate('one')} | ${rate('many')} | **${kept}** |`;
}

async function compare(name: string, urls: { readonly one: string; readonly many: string }): Promise<void> {
  const carts = { one: await fill(urls.one, 1), many: await fill(urls.many, CODES) };
  const one = { api: await serve(urls.one), carts: carts.one };
  const many = { api: await serve(urls.many), carts: carts.many };
  try {
    // Not counted: it warms both up.
    await Promise.all([turn(one, 4), turn(many, 4)]);
    for (const connections of CONNECTIONS) process.stdout.write(`${await row(name, one, many, connections)}\n`);
    const seconds = await drawn(one);
    const line = `${name}: ${DRAWN} codes drawn in ${seconds.toFixed(1)} s: ${(DRAWN / seconds).toFixed(0)} codes/s`;
    process.stdout.write(`${line}\n`);
  } finally {
    await Promise.all([one.api.stop(), many.api.stop()]);
  }
}

export async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'storekeeper-bench-'));
  const isServerAsked = isAsked(databaseKind) || WORDS.every((word) => Number(word) > 0);
  const isFileAsked = isAsked('sqlite') || WORDS.every((word) => Number(word) > 0);
  const server =
    isServerAsked && !missingServers().includes('mariadb') ? await startDatabase({ durable: true }) : undefined;
  try {
    process.stdout.write(
      `| database | connections | cart p99 ms, 1 code | ${CODES} codes | ratio | checkouts/s, 1 code | ${CODES} codes | ratio |\n|---|---|---|---|---|---|---|---|\n`,
    );
    if (isFileAsked) {
      const file = (which: string): string => `sqlite:${join(folder, `${which}.sqlite`)}`;
      await compare('sqlite', { one: file('one'), many: file('many') });
    }
    if (server !== undefined) {
      for (const which of ['one', 'many']) await makeDatabase(server.url, which);
      await compare(databaseKind, { one: `${server.url}/one`, many: `${server.url}/many` });
    }
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
