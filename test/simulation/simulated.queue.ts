import { type Job, type JobHandler, JobQueue } from '../../src/platform/queue/job-queue.port';
import { type Faults } from './faults';
import { type Party, type Scheduler } from './scheduler';
import { type Seeded } from './seeded';

interface Consumer {
  readonly party: Party;
  readonly handle: JobHandler;
}

const LONGEST_MS = 300;

/** The server of the queues: it loses, delays, repeats and reorders jobs. */
export class SimulatedBroker {
  /** Called when a job is added. */
  onAdd: (queue: string, job: Job, party: Party) => void = () => undefined;
  private readonly consumers = new Map<string, Consumer[]>();

  constructor(
    private readonly scheduler: Scheduler,
    private readonly faults: Faults,
    private readonly random: Seeded,
  ) {}

  consume(queue: string, consumer: Consumer): void {
    const others = (this.consumers.get(queue) ?? []).filter(({ party }) => !party.isDead);
    this.consumers.set(queue, [...others, consumer]);
  }

  add(queue: string, job: Job, party: Party): void {
    this.onAdd(queue, job, party);
    const alive = (this.consumers.get(queue) ?? []).filter((consumer) => !consumer.party.isDead);
    const isLost = alive.length === 0 || this.faults.happens('lostJob');
    this.scheduler.note(`${isLost ? 'loses' : 'queues'} ${queue} ${job.ids.join()}`, party);
    if (isLost) return;
    const times = this.faults.happens('repeatedJob') ? 2 : 1;
    for (let time = 0; time < times; time += 1) {
      const { party: worker, handle } = this.random.pick(alive);
      this.scheduler.after(this.random.next() * LONGEST_MS, worker, () => void handle(job).catch(() => undefined));
    }
  }
}

/** The queue as one process sees it. */
export class SimulatedQueue extends JobQueue {
  override readonly isUp = true;

  constructor(
    private readonly broker: SimulatedBroker,
    private readonly party: Party,
  ) {
    super();
  }

  override add(queue: string, jobs: readonly Job[]): void {
    for (const job of jobs) this.broker.add(queue, job, this.party);
  }

  override consume(queue: string, _concurrency: number, handle: JobHandler): void {
    this.broker.consume(queue, { party: this.party, handle });
  }

  override async stopConsuming(): Promise<void> {}

  override async close(): Promise<void> {}

  override async serverWarnings(): Promise<readonly string[]> {
    return [];
  }
}
