import 'reflect-metadata';
import { makeDatabase } from '../test/support/database';
import { startDatabase } from '../test/support/database-server';
import { startRedis } from '../test/support/private-servers';
import { TEST_TOKEN } from '../test/support/store';
import { ourShop } from './peers/our-shop';
import { OPERATIONS, type Peer, type PeerOperation } from './peers/peer';
import { installVendure, VENDURE } from './peers/vendure-install';
import { vendureShop } from './peers/vendure-shop';
import { median } from './support/load';
import { processorSeconds } from './support/process-use';
import { Senders } from './support/senders';

/**
 * `npm run bench:peers -- [orders]`: reading, listing and buying in this store and in Vendure, alternating in one run on one MariaDB and
 * one Redis, each with a server and a worker. Installs Vendure into the folder for temporary files; not a part of CI.
 */
const ORDERS = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 10_000);
const CONNECTIONS = [1, 16];
const ROUNDS = 3;
const SECONDS = 3;
const POOL_SIZE = 20;

const TITLES: Readonly<Record<PeerOperation, string>> = {
  get: 'get an order with its items, discounts and payments',
  list: 'list 20 orders with their total number',
  purchase: 'a purchase in as few requests as possible',
  steps: 'a purchase in the steps of a shop',
};

interface Figures {
  readonly perSecond: number;
  /** Milliseconds of processor time of an operation. */
  readonly serverMs: number;
  readonly workerMs: number;
}

async function measured(peer: Peer, operation: PeerOperation, connections: number): Promise<Figures> {
  const senders = new Senders(peer.server.url, connections, TEST_TOKEN);
  const used = (): [number, number] => [processorSeconds(peer.server.pid), processorSeconds(peer.worker.pid)];
  try {
    const before = used();
    const { perSecond, count } = await senders.drive(SECONDS, () => peer.steps[operation].run(senders));
    const after = used();
    const ms = (i: 0 | 1): number => ((after[i] - before[i]) * 1000) / count;
    return { perSecond, serverMs: ms(0), workerMs: ms(1) };
  } finally {
    await senders.close();
  }
}

async function row(ours: Peer, theirs: Peer, operation: PeerOperation, connections: number): Promise<void> {
  const rounds: { ours: Figures; theirs: Figures }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const both = {
      ours: await measured(ours, operation, connections),
      theirs: await measured(theirs, operation, connections),
    };
    // The first round warms both up.
    if (round > 0) rounds.push(both);
  }
  const middle = (name: 'ours' | 'theirs', of: (figures: Figures) => number): number =>
    median(rounds.map((both) => of(both[name])));
  const rate = (name: 'ours' | 'theirs'): string => middle(name, ({ perSecond }) => perSecond).toFixed(1);
  const cpu = (name: 'ours' | 'theirs'): string =>
    `${middle(name, ({ serverMs }) => serverMs).toFixed(2)} + ${middle(name, ({ workerMs }) => workerMs).toFixed(2)}`;
  const ratio = median(rounds.map((both) => both.ours.perSecond / both.theirs.perSecond)).toFixed(1);
  const requests = `${ours.steps[operation].requests} / ${theirs.steps[operation].requests}`;
  process.stdout.write(
    `| ${TITLES[operation]} | ${connections} | ${rate('ours')} | ${rate('theirs')} | **${ratio}** | ${cpu('ours')} | ${cpu('theirs')} | ${requests} |\n`,
  );
}

export async function main(): Promise<void> {
  const folder = await installVendure();
  const database = await startDatabase({ durable: true });
  const redis = await startRedis();
  const peers: Peer[] = [];
  try {
    for (const name of ['ours', 'vendure']) await makeDatabase(database.url, name);
    const ours = await ourShop(`${database.url}/ours`, redis.url, ORDERS, POOL_SIZE);
    peers.push(ours);
    const theirs = await vendureShop(folder, `${database.url}/vendure`, redis.url, ORDERS, POOL_SIZE);
    peers.push(theirs);
    process.stdout.write(
      `| ${ORDERS} orders, MariaDB | connections | ours/s | Vendure ${VENDURE}/s | ratio | ours: CPU ms, server + worker | Vendure: CPU ms, server + worker | requests, ours / Vendure |\n|---|---|---|---|---|---|---|---|\n`,
    );
    for (const operation of OPERATIONS)
      for (const connections of CONNECTIONS) await row(ours, theirs, operation, connections);
  } finally {
    await Promise.all(peers.flatMap(({ server, worker }) => [server.stop(), worker.stop()]));
    await database.stop();
    await redis.stop();
  }
}
