import { deepEqual, equal, ok } from 'node:assert/strict';
import { type ChaosCase } from '../support/chaos.case';
import { type ChaosScene } from '../support/chaos.scene';
import { Hold } from '../support/chaos.receiver';
import { until } from '../../support/until';

/** Calls of one webhook under way in a worker at once: what a killed one may leave to be made again. */
const UNDER_WAY_EACH = 4;
/** 64 under way, and as many whose results are being written down. */
const MAX_UNWRITTEN = 128;
/** Workers vanish with what they own. It is free when others notice, and not because the lease ends: the case would be over. */
const LONG_LEASE = { WEBHOOK_LEASE_SECONDS: '600' };
/** As many of one webhook under way as of all, and patience with a receiver that holds them all. */
const WIDE = { WEBHOOK_CONCURRENCY_EACH: '64', WEBHOOK_DEADLINE_SECONDS: '10' };

function repeated(scene: ChaosScene): number {
  return scene.heard.length - new Set(scene.heard.map(({ id }) => id)).size;
}

/** Workers that are killed, frozen or told to go. */
export const workerCases: readonly ChaosCase[] = [
  {
    name: 'kill -9 of the worker mid-request, three times in a row',
    settings: LONG_LEASE,
    repeats: 3,
    async run(scene) {
      const hold = new Hold();
      scene.receiver.behave(scene.path, hold.manner);
      await scene.write(scene.size(20, 200));
      for (let kill = 1; kill <= 3; kill += 1) {
        await until('calls are under way', () => hold.waiting > 0);
        await scene.killWorker();
        hold.forget();
        await scene.startWorker();
      }
      await until('the same calls come again', () => hold.waiting > 0);
      hold.open();
      await scene.settled();
      ok(repeated(scene) <= 3 * UNDER_WAY_EACH, `${repeated(scene)} came again`);
    },
  },
  {
    name: "kill -9 of the worker after the receiver's 2xx, before it is written down",
    settings: LONG_LEASE,
    repeats: 1,
    async run(scene) {
      const unlock = await scene.world.lockTable('webhook_attempts');
      const before = scene.heard.length;
      await scene.write(scene.size(20, 200));
      await until('calls are answered', () => scene.heard.slice(before).some(({ isAnswered }) => isAnswered));
      await scene.killWorker();
      await unlock();
      await scene.startWorker();
      await scene.settled();
      // Not one of them was recorded: what was answered until the kill comes again, as many as may be under way and unwritten.
      ok(repeated(scene) >= 1 && repeated(scene) <= MAX_UNWRITTEN, `${repeated(scene)} came again`);
    },
  },
  {
    name: 'a worker frozen (SIGSTOP) until another took over, which then goes on',
    settings: LONG_LEASE,
    repeats: 1,
    async run(scene) {
      const hold = new Hold();
      scene.receiver.behave(scene.path, hold.manner);
      const frozen = scene.worker;
      const before = scene.heard.length;
      await scene.write(4);
      await until('four calls are under way', () => hold.waiting === 4);
      frozen.signal('SIGSTOP');
      await scene.startWorker();
      await until('another worker took them over', () => scene.heard.length === before + 8);
      hold.open();
      await scene.settled();
      const ids = scene.heard.slice(before).map(({ id }) => id);
      const deliveries = (): Promise<unknown[]> =>
        scene.world.rows(
          `SELECT state, tries, attempts, (SELECT COUNT(*) FROM webhook_attempts WHERE delivery_id = d.id) AS written
           FROM webhook_deliveries d WHERE webhook_id = ? AND event_id IN (?)`,
          scene.webhookId,
          ids,
        );
      const once = Array.from({ length: 4 }, () => ({ state: 'delivered', tries: 1, attempts: 1, written: 1 }));
      deepEqual(await deliveries(), once);
      frozen.signal('SIGCONT');
      // It works again, and what it then says about the four counts for nothing.
      await scene.world.drain(scene.worker);
      await scene.write(8);
      await scene.settled();
      await scene.world.drain(frozen);
      deepEqual(await deliveries(), once);
    },
  },
  {
    name: 'two delivering workers at once share a backlog',
    settings: WIDE,
    repeats: 0,
    async run(scene) {
      const hold = new Hold();
      scene.receiver.behave(scene.path, hold.manner);
      await scene.startWorker();
      await scene.backlog(scene.size(800, 5_000));
      await until('both have as much under way as they may', () => hold.waiting === 128);
      hold.open();
    },
  },
  {
    name: 'SIGTERM with 64 under way',
    settings: WIDE,
    repeats: 0,
    async run(scene) {
      const hold = new Hold();
      scene.receiver.behave(scene.path, hold.manner);
      await scene.write(scene.size(100, 400));
      await until('64 calls are under way', () => hold.waiting === 64);
      const stopping = scene.worker;
      stopping.signal('SIGTERM');
      await stopping.line(({ msg }) => msg === 'draining');
      const before = scene.heard.length;
      hold.open();
      equal((await stopping.ended).code, 0);
      equal(scene.heard.length - before, 0);
      const owned = await scene.world.rows(
        'SELECT state, lost_leases FROM webhook_deliveries WHERE lease_token IS NOT NULL OR lost_leases > 0',
      );
      deepEqual(owned, []);
      await scene.startWorker();
    },
  },
];
