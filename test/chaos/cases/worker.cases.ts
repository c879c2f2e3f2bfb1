import { deepEqual, equal, ok } from 'node:assert/strict';
import { type ChaosCase } from '../support/chaos.case';
import { Hold } from '../support/chaos.receiver';
import { until } from '../support/until';

/** 64 under way, and as many whose results are being written down. */
const MOST_UNWRITTEN = 128;

/** Workers that are killed, frozen or told to go. */
export const workerCases: readonly ChaosCase[] = [
  {
    name: 'kill -9 of the worker mid-request, three times in a row',
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
    },
  },
  {
    name: "kill -9 of the worker after the receiver's 2xx, before it is written down",
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
      const repeated = scene.heard.length - new Set(scene.heard.map(({ id }) => id)).size;
      // Not one of them was recorded: what was answered until the kill comes again, as many as may be under way and unwritten.
      ok(repeated >= 1 && repeated <= MOST_UNWRITTEN, `${repeated} came again`);
    },
  },
  {
    name: 'a worker frozen (SIGSTOP) past its lease, which then goes on',
    isLong: true,
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
      await scene.startWorker();
    },
  },
  {
    name: 'SIGTERM with 64 under way',
    settings: { WEBHOOK_CONCURRENCY_EACH: '64', WEBHOOK_DEADLINE_SECONDS: '10', WEBHOOK_LEASE_SECONDS: '20' },
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
