import { deepEqual, equal, ok } from 'node:assert/strict';
import { redisCommand } from '../../support/redis-command';
import { type ChaosCase } from '../support/chaos.case';
import { type ChaosScene } from '../support/chaos.scene';
import { type Written } from '../support/chaos.world';
import { until } from '../../support/until';

const WRITES_A_SECOND = 25;
/** Longer than the database is away: what was claimed and could not be begun waits for the end of its lease. */
const LEASE_FOR_A_RESTART = { WEBHOOK_LEASE_SECONDS: '8' };
/** After which a command to a Redis that hangs is given up: a request that waits for one takes longer. */
const PATIENCE_MS = 500;

function failed(written: readonly Written[]): number[] {
  return written.filter(({ status }) => status !== 201).map(({ status }) => status);
}

/** The time, in milliseconds, that this part of the writes took at most. */
function quantile(part: number, written: readonly Written[]): number {
  const times = written.map(({ ms }) => ms).sort((a, b) => a - b);
  return times[Math.ceil(times.length * part) - 1] ?? 0;
}

/** The p99 of writes with Redis, and without: said in the full form, for a second of writes says nothing of it. */
function p99s(scene: ChaosScene, usual: readonly Written[], away: readonly Written[]): [number, number] {
  const [before, after] = [quantile(0.99, usual), quantile(0.99, away)];
  if (scene.form === 'full') {
    process.stdout.write(`p99 of writes: ${before.toFixed(1)} ms, Redis away ${after.toFixed(1)} ms\n`);
  }
  return [before, after];
}

/** Redis that forgets, is away or full, and MariaDB that is restarted. */
export const serverCases: readonly ChaosCase[] = [
  {
    name: 'Redis FLUSHALL with 2,000 due',
    repeats: 0,
    async run(scene) {
      await scene.killWorker();
      deepEqual(failed(await scene.write(scene.size(100, 2_000))), []);
      const { redis } = scene.world;
      ok(!(await redisCommand(redis.url, 'LLEN bull:webhook-events:wait')).includes(':0\r\n'));
      await redisCommand(redis.url, 'FLUSHALL');
      await scene.startWorker();
    },
  },
  {
    name: 'Redis down for 20 s during 500 writes',
    repeats: 0,
    async run(scene) {
      const count = scene.size(30, 500);
      const usual = await scene.writeAt(WRITES_A_SECOND, count);
      await scene.world.redis.kill('SIGKILL');
      const down = await scene.writeAt(WRITES_A_SECOND, count);
      await scene.world.redis.restart();
      deepEqual(failed([...usual, ...down]), []);
      const [before, after] = p99s(scene, usual, down);
      if (scene.form === 'full') ok(after <= before + 10, `${after} ms instead of ${before} ms`);
    },
  },
  {
    name: 'Redis hung (SIGSTOP): no request waits for it, nor does what is delivered',
    repeats: 0,
    async run(scene) {
      const { redis } = scene.world;
      const count = scene.size(30, 500);
      const usual = await scene.writeAt(WRITES_A_SECOND, count);
      await scene.settled();
      await redis.kill('SIGSTOP');
      try {
        const hung = await scene.writeAt(WRITES_A_SECOND, count);
        deepEqual(failed([...usual, ...hung]), []);
        p99s(scene, usual, hung);
        // If one of them waited, all would.
        ok(quantile(scene.form === 'full' ? 0.99 : 0.5, hung) < PATIENCE_MS, 'writes waited for Redis');
        await scene.settled();
      } finally {
        await redis.kill('SIGCONT');
      }
    },
  },
  {
    name: 'Redis absent at start of the API and of the worker, still when the worker is told to go, and back later',
    repeats: 0,
    async run(scene) {
      const { world } = scene;
      await scene.killWorker();
      await world.redis.kill('SIGKILL');
      await world.startApi();
      await scene.startWorker();
      deepEqual(failed(await scene.write(scene.size(30, 500))), []);
      await scene.settled();
      equal((await world.drain(scene.worker)).code, 0);
      await scene.startWorker();
      await world.redis.restart();
      deepEqual(failed(await scene.write(10)), []);
      await scene.settled();
      const reconnected = async (): Promise<boolean> =>
        (await redisCommand(world.redis.url, 'CLIENT LIST')).split('\n').filter((line) => /cmd=br?z?popl?/i.test(line))
          .length >= 2;
      await until('the consumers are back at Redis', reconnected);
    },
  },
  {
    name: 'Redis full: every write to it is refused',
    repeats: 0,
    async run(scene) {
      const { redis } = scene.world;
      await redisCommand(redis.url, 'CONFIG SET maxmemory-policy noeviction', 'CONFIG SET maxmemory 1');
      try {
        deepEqual(failed(await scene.write(scene.size(30, 500))), []);
        await scene.settled();
      } finally {
        await redisCommand(redis.url, 'CONFIG SET maxmemory 0');
      }
    },
  },
  {
    name: 'MariaDB restarted mid-batch',
    settings: LEASE_FOR_A_RESTART,
    repeats: 0,
    async run(scene) {
      const before = scene.heard.length;
      await scene.backlog(scene.size(300, 1_000));
      await until('calls are under way', () => scene.heard.length > before + scene.size(30, 100));
      await scene.world.mariaDb.restart();
    },
  },
  {
    name: 'MariaDB killed (-9) mid-batch and started again',
    settings: LEASE_FOR_A_RESTART,
    isLong: true,
    repeats: 0,
    async run(scene) {
      const before = scene.heard.length;
      await scene.backlog(1_000);
      await until('calls are under way', () => scene.heard.length > before + 100);
      await scene.world.mariaDb.kill('SIGKILL');
      await scene.world.mariaDb.restart();
    },
  },
];
