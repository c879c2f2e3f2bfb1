import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Fields, Shop } from '../test/builders/cart-shop.builder';
import { makeDatabase } from '../test/support/database';
import { databaseKind, startDatabase } from '../test/support/database-server';
import { missingServers } from '../test/support/programs.cjs';
import { startStore, TEST_TOKEN } from '../test/support/store';
import { STRIPE_KEY, STRIPE_WEBHOOK_SECRET, StripeServer } from '../test/support/stripe.server';
import { startApi } from './support/bench.process';
import { copyCart } from './support/checkout-world';
import { median, type Speed } from './support/load';
import { Senders } from './support/senders';

/**
 * Reading orders while a payment provider takes six seconds over each of 50 purchases (orders-and-payments.md 10): the 99th
 * percentile of `GET /v1/orders/{id}`, beside the same without purchases. `npm run bench -- payments-slow` prints the table
 * that bench/README.md holds; it fails above 1.3.
 */
const PURCHASES = 50;
const PROVIDER_MS = 6000;
/** Duration of the reads: purchases begin in less than the rest of the six seconds, so all are under way meanwhile. */
const SECONDS = 4;
const CONNECTIONS = 4;
const ROUNDS = 3;
const POOL_SIZE = 20;
const MAX_RATIO = 1.3;
const CARD = { 'data[payment_method]': 'pm_card_visa' };

/** Makes unpaid orders, and switches the gateway on. @returns their ids */
async function fill(databaseUrl: string): Promise<string[]> {
  const store = await startStore(databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' });
  const shop = await Shop.open(store);
  const settings = { secret_key: STRIPE_KEY, webhook_secret: STRIPE_WEBHOOK_SECRET };
  await shop.send('PUT', '/v1/gateways/stripe', { json: { enabled: 1, settings } });
  const { id } = await shop.product();
  const carts = await copyCart(store, await shop.cart(id), 'slow', PURCHASES * ROUNDS);
  const orders: string[] = [];
  for (const cart of carts) {
    const { body } = await shop.send<Fields>('POST', `/v1/carts/${cart}/checkout`, { form: { gateway: 'stripe' } });
    orders.push(String(body.result['id']));
  }
  await store.close();
  return orders;
}

async function read(senders: Senders, orders: readonly string[]): Promise<Speed> {
  let turn = 0;
  return senders.drive(SECONDS, () => senders.get(`/v1/orders/${orders[(turn += 1) % orders.length] ?? ''}`));
}

/** Reads while purchases wait for the provider, then waits for them. */
async function readBeside(url: string, senders: Senders, paid: readonly string[], orders: readonly string[]) {
  const payers = new Senders(url, paid.length, TEST_TOKEN);
  try {
    const waiting = paid.map((id) => payers.post(`/v1/checkout/payment/purchase/${id}`, CARD));
    // They are written down by now, and wait.
    await pause(PROVIDER_MS - SECONDS * 1000 - 500);
    const speed = await read(senders, orders);
    await Promise.all(waiting);
    return speed;
  } finally {
    await payers.close();
  }
}

async function compare(name: string, databaseUrl: string, stripe: StripeServer): Promise<void> {
  const orders = await fill(databaseUrl);
  const env = {
    ...{ DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: String(POOL_SIZE) },
    GATEWAY_URLS: `stripe=${stripe.url}`,
  };
  const api = await startApi(env);
  const senders = new Senders(api.url, CONNECTIONS, TEST_TOKEN);
  try {
    // Not counted: it warms the process up.
    await read(senders, orders);
    const rounds: { without: Speed; beside: Speed }[] = [];
    for (let i = 0; i < ROUNDS; i += 1) {
      const without = await read(senders, orders);
      const paid = orders.slice(i * PURCHASES, (i + 1) * PURCHASES);
      rounds.push({ without, beside: await readBeside(api.url, senders, paid, orders) });
    }
    const ratio = median(rounds.map(({ without, beside }) => beside.p99Ms / without.p99Ms));
    const p99 = (kind: 'without' | 'beside'): string => median(rounds.map((of) => of[kind].p99Ms)).toFixed(1);
    process.stdout.write(`| ${name} | ${p99('without')} | ${p99('beside')} | **${ratio.toFixed(2)}** |\n`);
    if (ratio > MAX_RATIO) process.exitCode = 1;
  } finally {
    await senders.close();
    await api.stop();
  }
}

export async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'storekeeper-bench-'));
  const server = missingServers().includes('mariadb') ? undefined : await startDatabase({ durable: true });
  const stripe = await StripeServer.start();
  stripe.at = async (step) => {
    if (step === 'arrived') await pause(PROVIDER_MS);
  };
  try {
    process.stdout.write(`| database | p99 ms | p99 ms beside ${PURCHASES} purchases | ratio |\n|---|---|---|---|\n`);
    await compare('sqlite', `sqlite:${join(folder, 'bench.sqlite')}`, stripe);
    if (server) {
      await makeDatabase(server.url, 'bench');
      await compare(databaseKind, `${server.url}/bench`, stripe);
    }
  } finally {
    await stripe.close();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
