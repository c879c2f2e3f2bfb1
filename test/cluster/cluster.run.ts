import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../support/until';
import { findProgram } from '../support/programs.cjs';
import { removeRunFolder, runFolder } from '../support/run-folder';
import { Caller } from './caller';
import { type Claim, dataClaims, eventClaims } from './cluster.claims';
import { CALM_MS, Failures } from './cluster.failures';
import { fight } from './cluster.fight';
import { type Goods, Load, openShop } from './cluster.load';
import { ClusterWorld } from './cluster.world';
import { type ClusterKind } from './database-cluster';
import { galera } from './galera';
import { groupReplication } from './group-replication';
import { enterOwnNetwork } from './network';

const SETTLE_SECONDS = 120;
/** By the word after `npm run cluster:test --`. */
const KINDS: Readonly<Record<string, ClusterKind>> = { galera, mysql: groupReplication };

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Returns the missing packages, by their names in Debian. */
function missingPackages(kind: ClusterKind): string[] {
  const needed: readonly (readonly [string, boolean])[] = [
    ...kind.programs(),
    ['iproute2', findProgram('ip') !== undefined && findProgram('ss', 'lsof', 'sockstat') !== undefined],
    ['util-linux', findProgram('unshare') !== undefined],
    ['redis-server', findProgram('redis-server') !== undefined],
    ['haproxy', findProgram('haproxy') !== undefined],
  ];
  return needed.filter(([, isThere]) => !isThere).map(([name]) => name);
}

/** Waits until no delivery is pending and every event has been fanned out. */
async function settled(world: ClusterWorld): Promise<void> {
  const left = `SELECT (SELECT COUNT(*) FROM events WHERE fanned_out_at IS NULL)
    + (SELECT COUNT(*) FROM webhook_deliveries WHERE state = 'pending')`;
  await until('every event is delivered', async () => (await world.count(0, left)) === 0, SETTLE_SECONDS);
}

async function claimsOf(world: ClusterWorld, caller: Caller, goods: Goods): Promise<Claim[]> {
  const fought = await fight(world, caller, goods.band);
  await settled(world);
  for (const api of world.apis) api.signal('SIGTERM');
  for (const worker of world.workers) worker.signal('SIGTERM');
  await Promise.all([...world.apis, ...world.workers].map(({ ended }) => ended));
  return [...fought, ...(await dataClaims(world, caller, goods)), ...(await eventClaims(world))];
}

async function run(kind: ClusterKind): Promise<boolean> {
  say(
    `Three nodes of ${kind.title} behind HAProxy, a Redis with two replicas and three Sentinels, two APIs, two workers ...`,
  );
  const world = await ClusterWorld.start(kind);
  try {
    const caller = new Caller();
    const goods = await openShop(world, caller);
    const load = new Load(world, caller, goods);
    const failures = new Failures(world, caller, say, process.env['CLUSTER']);
    await pause(CALM_MS);
    // CLUSTER names the failures by a part of their names, for work on one of them: `CLUSTER=Redis`, or `none`.
    await failures.run();
    await load.stop();
    const fighting = performance.now();
    const claims = await claimsOf(world, caller, goods);
    const rows = failures.rows();
    const outside = caller.troubles.filter(({ at }) => at >= fighting || at < failures.begun);
    const samples = outside.slice(0, 3).map(({ status, what }) => ` ${status} ${what}`);
    const calm = {
      promise: 'errors while nothing had failed',
      found: `${outside.length}${samples.join('')}`,
      isKept: outside.length === 0,
    };
    const all = [...rows.map(({ claim }) => claim), ...claims, calm];
    report(
      caller,
      rows.map(({ cells }) => cells),
      all,
    );
    return all.every(({ isKept }) => isKept);
  } finally {
    await world.stop();
  }
}

function report(caller: Caller, rows: readonly string[][], claims: readonly Claim[]): void {
  say(`\n${caller.calls} requests, ${caller.acknowledged.length} records acknowledged\n`);
  const head = ['failure', 'errors', 'seconds of errors', 'slowest response, s', 'whole again in, s'];
  for (const cells of [head, head.map(() => '---'), ...rows]) say(`| ${cells.join(' | ')} |`);
  say('');
  for (const { promise, found, isKept } of claims) say(`${isKept ? 'kept  ' : 'BROKEN'}  ${promise}: ${found}`);
}

const kind = KINDS[process.argv[2] ?? 'galera'];
if (kind === undefined) {
  say(`npm run cluster:test -- ${Object.keys(KINDS).join(' | ')}`);
  process.exit(1);
}
const missing = missingPackages(kind);
if (missing.length > 0) {
  say(`Not installed: ${missing.join(', ')}. On Debian: apt-get install ${missing.join(' ')}`);
  process.exit(1);
}
// It is fetched, which a network of its own does not allow.
if (kind === groupReplication) {
  process.env['MYSQLD'] ??= execFileSync(join(__dirname, '../../.ci/mysql-server'), { encoding: 'utf8' }).trim();
}
enterOwnNetwork();
run(kind)
  .catch((error: unknown) => {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return false;
  })
  .then((isKept) => {
    removeRunFolder(runFolder());
    process.exit(isKept ? 0 : 1);
  })
  .catch(() => process.exit(1));
