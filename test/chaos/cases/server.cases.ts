import { deepEqual, ok } from 'node:assert/strict';
import { redisCommand } from '../../support/redis-command';
import { type ChaosCase } from '../support/chaos.case';
import { type Written } from '../support/chaos.world';
import { until } from '../support/until';

const WRITES_A_SECOND = 25;

function failed(written: readonly Written[]): number[] {
  return written.filter(({ status }) => status !== 201).map(({ status }) => status);
}

/** The time that 99 of 100 writes took less than. */
function p99(written: readonly Written[]): number {
  const times = written.map(({ ms }) => ms).sort((a, b) => a - b);
  return times[Math.ceil(times.length * 0.99) - 1] ?? 0;
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
      const count = scene.size(50, 500);
      const usual = await scene.writeAt(WRITES_A_SECOND, count);
      await scene.world.redis.kill('SIGKILL');
      const down = await scene.writeAt(WRITES_A_SECOND, count);
      await scene.world.redis.restart();
      deepEqual(failed([...usual, ...down]), []);
      if (scene.form === 'full') process.stdout.write(`p99: ${p99(usual)} ms, Redis down ${p99(down)} ms\n`);
      // Two seconds of writes say nothing about the hundredth of them.
      if (scene.form === 'full') ok(p99(down) <= p99(usual) + 10, `${p99(down)}`);
    },
  },
  {
    name: 'Redis absent at start of the API and of the worker, and back later',
    isLong: true,
    repeats: 0,
    async run(scene) {
      const { world } = scene;
      await scene.killWorker();
      await world.redis.kill('SIGKILL');
      await world.startApi();
      await scene.startWorker();
      deepEqual(failed(await scene.write(scene.size(30, 500))), []);
      await scene.settled();
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
    isLong: true,
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
    settings: { WEBHOOK_LEASE_SECONDS: '12' },
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
    settings: { WEBHOOK_LEASE_SECONDS: '12' },
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
