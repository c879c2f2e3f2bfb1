import { deepEqual, ok } from 'node:assert/strict';
import { type ChaosCase } from '../support/chaos.case';
import { type ChaosScene } from '../support/chaos.scene';
import { databaseKind } from '../../support/database-server';
import { type CommitSide, startCommitProxy } from '../support/commit.proxy';

/** Kills the API at a COMMIT in the middle of writes, and compares the brands with the events. */
async function killAtCommit(scene: ChaosScene, side: CommitSide, isThere: number): Promise<void> {
  const { world } = scene;
  const proxy = await startCommitProxy(world.mariaDb.port);
  try {
    await world.startApi({ DATABASE_URL: `${databaseKind}://app:app@127.0.0.1:${proxy.port}/chaos` });
    const [last] = await world.rows<{ id: string | null }>('SELECT CAST(MAX(id) AS CHAR) AS id FROM brands');
    const caught = proxy.catchCommit(side, scene.size(10, 50));
    const writing = scene.write(scene.size(20, 100));
    await caught;
    await world.killApi();
    const written = await writing;
    const rows = await world.rows<{ id: string; events: number }>(
      `SELECT CAST(b.id AS CHAR) AS id, (SELECT COUNT(*) FROM events WHERE object = 'brand' AND object_id = CAST(b.id AS CHAR)) AS events
       FROM brands b WHERE b.id > ?`,
      last?.id ?? 0,
    );
    deepEqual(
      rows.filter(({ events }) => Number(events) !== 1),
      [],
    );
    const answered = written.filter(({ status }) => status === 201).length;
    // Only the commit that was caught may be there without an answer; others were caught in the same moment.
    ok(rows.length - answered >= isThere);
    ok(answered > 0);
  } finally {
    proxy.release();
    await proxy.close();
    await world.startApi();
  }
}

/** An API that is killed where it hurts most. */
export const apiCases: readonly ChaosCase[] = [
  {
    name: 'kill -9 of the API between write and commit',
    repeats: 0,
    run: (scene) => killAtCommit(scene, 'before', 0),
  },
  {
    name: 'kill -9 of the API right after commit, before it told the queue or the client',
    repeats: 0,
    run: (scene) => killAtCommit(scene, 'after', 1),
  },
];
