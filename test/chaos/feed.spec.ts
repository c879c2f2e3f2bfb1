import { setTimeout as pause } from 'node:timers/promises';
import { StoreProcess } from '../support/store.process';
import { ChaosWorld } from './support/chaos.world';
import { EventWriters } from './support/event.writers';
import { until } from '../support/until';

/** `npm run test:chaos` writes 1,000,000 events; every other run of the tests a few thousand, with the same faults. */
const form = process.env['CHAOS'] === 'full' ? 'full' : 'short';
const EVENTS = { short: 6_000, full: 1_000_000 }[form];
/** Kills of each of API, sequencer and database. */
const KILLS = { short: 1, full: 10 }[form];
const WRITERS = 16;
/** Those of them that write through the API. */
const OVER_HTTP = 2;
const PAGE = 100;
const RETRY_MS = 20;
const LONG = EVENTS + 280_000;

interface FedEvent {
  readonly id: string;
  readonly position: number;
  readonly object_id: string;
  readonly object_version: number;
}

interface Page {
  readonly result: FedEvent[];
  readonly last: number;
}

/** Reads the feed from its beginning, over the API there is, as a consumer does: from the last position that it got. */
class Reader {
  readonly seen: FedEvent[] = [];
  position = 0;
  private isStopped = false;

  constructor(private readonly world: ChaosWorld) {}

  async read(): Promise<void> {
    while (!this.isStopped) {
      const page = await this.next();
      for (const { id, position, object_id, object_version } of page.result)
        this.seen.push({ id, position, object_id, object_version });
      this.position = page.last;
      if (page.result.length < PAGE) await pause(RETRY_MS);
    }
  }

  stop(): void {
    this.isStopped = true;
  }

  private async next(): Promise<Page> {
    for (;;) {
      try {
        return await this.world.ask<Page>('GET', `/v1/events?after=${this.position}&limit=${PAGE}`);
      } catch {
        // Nobody answers while it is killed.
        await pause(RETRY_MS);
      }
    }
  }
}

describe(`the feed under faults, ${form} (events.md 7)`, () => {
  let world: ChaosWorld;
  beforeAll(async () => {
    world = await ChaosWorld.start();
  }, LONG);
  afterAll(async () => {
    await world.close();
    await StoreProcess.stopAll();
  }, LONG);

  it(
    `skips none of ${EVENTS} events of ${WRITERS} writers, repeats none and keeps the order of each object`,
    async () => {
      await world.startApi();
      let workers = [await world.startWorker(), await world.startWorker()];
      const writers = new EventWriters(`${world.mariaDb.url.replace('mariadb:', 'mysql:')}/chaos`, form);
      const reader = new Reader(world);
      let isWriting = true;
      const overHttp = async (): Promise<void> => {
        while (isWriting) await world.write();
      };
      await writers.start(WRITERS - OVER_HTTP);
      const busy = [reader.read(), ...Array.from({ length: OVER_HTTP }, overHttp)];

      const faults = [
        async () => {
          const [sequencer, other] = workers;
          if (sequencer === undefined || other === undefined) throw new TypeError('there are two workers');
          await world.killWorker(sequencer);
          workers = [other, await world.startWorker()];
        },
        async () => {
          await world.killApi();
          await world.startApi();
        },
        async () => {
          await world.mariaDb.kill('SIGKILL');
          await world.mariaDb.restart();
        },
      ];
      const all = Array.from({ length: KILLS }, () => faults).flat();
      for (const [at, fault] of all.entries()) {
        const share = (EVENTS * (at + 1)) / (all.length + 1);
        await until('events come on', () => reader.seen.length >= share, LONG / 1000);
        await fault();
      }
      await until('all are written', () => writers.committed >= EVENTS, LONG / 1000);
      await writers.stop();
      isWriting = false;
      const waiting = async (): Promise<boolean> => {
        const [row] = await world.rows<{ left: number; last: number }>(
          'SELECT COUNT(*) - COUNT(position) AS `left`, MAX(position) AS last FROM events',
        );
        return Number(row?.left) === 0 && reader.position === Number(row?.last);
      };
      await until('the reader is at the end', waiting, LONG / 1000);
      reader.stop();
      await Promise.all(busy);

      const { seen } = reader;
      const read = new Set(seen.map(({ id }) => id));
      const committed = await world.rows<{ id: string }>('SELECT id FROM events');
      const latest = new Map<string, number>();
      const outOfOrder = seen.filter(({ object_id: of, object_version: version }) => {
        const isNext = version === (latest.get(of) ?? 0) + 1;
        latest.set(of, version);
        return !isNext;
      });
      const back = seen.filter(({ position }, at) => position <= (seen[at - 1]?.position ?? 0));
      expect({
        skipped: committed.filter(({ id }) => !read.has(id)),
        invented: read.size - committed.length,
        twice: seen.length - read.size,
        outOfOrder,
        back,
        isEnough: seen.length >= EVENTS,
      }).toEqual({ skipped: [], invented: 0, twice: 0, outOfOrder: [], back: [], isEnough: true });
      if (form === 'full') process.stdout.write(`${seen.length} events, ${all.length} kills\n`);
    },
    LONG,
  );
});
