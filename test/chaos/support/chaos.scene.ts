import { setTimeout as pause } from 'node:timers/promises';
import { numbers } from '../../support/numbers.sql';
import { type StoreProcess } from '../../support/store.process';
import { type ChaosReceiver, type Heard } from './chaos.receiver';
import { type ChaosWorld, type Settings, type Written } from './chaos.world';
import { type Form } from './chaos.case';
import { until } from '../../support/until';

/** Deliveries a new worker makes before a case begins: by then it has loaded and compiled what it works with. */
const WARM_UP = { short: 150, full: 1_500 } as const;
/** Writes under way at once while as many as possible are wanted. */
const WRITERS = 8;
const SETTLE_SECONDS = 120;

let scenes = 0;

/** One webhook told of brands, its receiver, a warm worker, and what a case does to them. */
export class ChaosScene {
  readonly path: string;
  private worker_: StoreProcess | undefined;

  private constructor(
    readonly world: ChaosWorld,
    readonly form: Form,
    private readonly settings: Settings,
    readonly webhookId: string,
    path: string,
  ) {
    this.path = path;
  }

  /** Brings everything up, with a worker that is warm. */
  static async open(world: ChaosWorld, form: Form, settings: Settings): Promise<ChaosScene> {
    const worker = await world.reset(settings);
    const path = `/scene-${(scenes += 1)}`;
    const webhookId = await world.hook(world.receiver.url(path), 'brand.*');
    const scene = new ChaosScene(world, form, settings, webhookId, path);
    scene.worker_ = worker;
    if (worker === undefined || world.memory.isNew(worker.pid)) {
      // Before the worker: its first sweep finds them.
      await scene.backlog(WARM_UP[form]);
      if (worker === undefined) await scene.startWorker();
      await scene.settled();
    }
    world.memory.begin();
    return scene;
  }

  get receiver(): ChaosReceiver {
    return this.world.receiver;
  }

  /** The requests that the webhook's receiver got. */
  get heard(): Heard[] {
    return this.receiver.heard(this.path);
  }

  /** The worker started last. */
  get worker(): StoreProcess {
    if (this.worker_ === undefined) throw new Error('there is no worker');
    return this.worker_;
  }

  /** The number for this form. */
  size(short: number, full: number): number {
    return this.form === 'full' ? full : short;
  }

  async startWorker(): Promise<void> {
    this.worker_ = await this.world.startWorker(this.settings);
  }

  killWorker(): Promise<void> {
    return this.world.killWorker(this.worker);
  }

  /** Writes as fast as it goes. */
  async write(count: number): Promise<Written[]> {
    const written: Written[] = [];
    let left = count;
    const writer = async (): Promise<void> => {
      while ((left -= 1) >= 0) written.push(await this.world.write());
    };
    await Promise.all(Array.from({ length: WRITERS }, writer));
    return written;
  }

  /** Writes at a steady pace, whether or not the answers keep up. */
  async writeAt(perSecond: number, count: number): Promise<Written[]> {
    const begun = performance.now();
    const writes: Promise<Written>[] = [];
    for (let i = 0; i < count; i += 1) {
      const early = begun + (i * 1000) / perSecond - performance.now();
      if (early > 0) await pause(early);
      writes.push(this.world.write());
    }
    return Promise.all(writes);
  }

  /** Events that are committed without an API that would tell the queue of them. */
  async backlog(count: number, type = 'brand.updated'): Promise<void> {
    for (let done = 0; done < count; done += 1_000) {
      const rows = Math.min(1_000, count - done);
      await this.world.rows(
        `INSERT INTO events (id, type, object, object_id, object_version, event, occurred_at, data)
         SELECT UUID(), ?, 'brand', '1', 1, ?, UTC_TIMESTAMP(3), '{"id":"1","title":"A brand"}'
         FROM (${numbers(rows)}) AS numbers`,
        type,
        type.replace(/^brand\./, '').replace(/d$/, ''),
      );
    }
  }

  /** Ids of the committed events that the webhook must receive. */
  async committed(): Promise<string[]> {
    const rows = await this.world.rows<{ id: string }>(
      `SELECT id FROM events WHERE object = 'brand'
       AND occurred_at >= (SELECT created_at FROM webhooks WHERE id = ?)`,
      this.webhookId,
    );
    return rows.map(({ id }) => id);
  }

  /** Resolves when every committed event was received and nothing is pending. */
  async settled(seconds = SETTLE_SECONDS): Promise<void> {
    const look = async (): Promise<boolean> => {
      if ((await this.unfinished()) > 0) return false;
      const received = new Set(this.heard.map(({ id }) => id));
      return (await this.committed()).every((id) => received.has(id));
    };
    try {
      await until('every event is received and recorded', look, seconds);
    } catch (error) {
      throw new Error(`${String(error)}\n${await this.state()}`, { cause: error });
    }
  }

  /** Deliveries and events that wait or are under way. */
  async unfinished(): Promise<number> {
    const [row] = await this.world.rows<{ count: number }>(
      `SELECT (SELECT COUNT(*) FROM events WHERE fanned_out_at IS NULL)
        + (SELECT COUNT(*) FROM webhook_deliveries WHERE webhook_id = ? AND state = 'pending') AS count`,
      this.webhookId,
    );
    return Number(row?.count);
  }

  private async state(): Promise<string> {
    const rows = await this.world.rows(
      `SELECT state, error, COUNT(*) AS deliveries, MAX(tries) AS tries, MAX(lost_leases) AS lost_leases, MIN(due_at) AS due
       FROM webhook_deliveries WHERE webhook_id = ? GROUP BY state, error`,
      this.webhookId,
    );
    const complaints = this.worker_?.output.split('\n').filter((line) => /"level":[456]0|Error/.test(line));
    return `${JSON.stringify(rows)}\n${(complaints ?? []).slice(-3).join('\n').slice(0, 3000)}`;
  }
}
