import { deepEqual, ok } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { type ChaosCase } from '../support/chaos.case';
import { type Manner, welcome } from '../support/chaos.receiver';
import { until } from '../../support/until';

/** Never answers. */
const hang: Manner = (heard) => {
  heard.isRefused = true;
};

const SIDE_EVENTS_A_SECOND = 20;
const MAX_LAG_MS = 500;

/** One receiver that drags its feet beside one that does not. */
export const receiverCases: readonly ChaosCase[] = [
  {
    name: 'a receiver that hangs with a backlog of 5,000 while another stays within 500 ms',
    repeats: 0,
    async run(scene) {
      const { world, receiver } = scene;
      const path = `${scene.path}-beside`;
      const beside = await world.hook(receiver.url(path), 'tax.*');
      receiver.behave(scene.path, hang);
      await scene.backlog(scene.size(500, 5_000));
      const count = scene.size(40, 300);
      const begun = performance.now();
      for (let i = 0; i < count; i += 1) {
        const early = begun + (i * 1000) / SIDE_EVENTS_A_SECOND - performance.now();
        if (early > 0) await pause(early);
        await world.ask('POST', '/v1/taxes', { title: `Side ${i}`, rate: '1' });
      }
      await until('the other receives all', () => receiver.heard(path).length >= count);
      ok((await scene.unfinished()) > 0, 'nothing was held up');
      receiver.behave(scene.path, welcome);
      await scene.settled();
      const events = await world.rows<{ id: string; at: Date }>(
        `SELECT e.id, e.occurred_at AS at FROM events e JOIN webhooks w ON w.id = ?
         WHERE e.object = 'tax' AND e.occurred_at >= w.created_at`,
        beside,
      );
      const happened = new Map(events.map(({ id, at }) => [id, at.getTime()]));
      const heard = receiver.heard(path);
      deepEqual(heard.map(({ id }) => id).sort(), [...happened.keys()].sort());
      const slowest = Math.max(...heard.map(({ id, at }) => at - (happened.get(id) ?? 0)));
      // Beside other suites on a small machine half a second may go by with nobody at fault: in full only.
      if (scene.form === 'short') return;
      process.stdout.write(`slowest beside the one that hangs: ${slowest} ms\n`);
      ok(slowest <= MAX_LAG_MS, `${slowest}`);
    },
  },
];
