import { type EventStreams } from '../../src/platform/events/feed/event-streams';
import { PositionGone } from '../../src/platform/events/feed/feed.errors';
import { type Faults } from './faults';
import { type Ledger } from './ledger';
import { type Party, type Scheduler } from './scheduler';
import { type Seeded } from './seeded';
import { SimulatedResponse } from './simulated.response';
import { isOfDatabase } from './watches';

const SHORTEST_MS = 50;
const LONGEST_MS = 300;
/** Share of connections made although there is nothing new. */
const IDLE = 0.1;

interface StreamedRecord {
  readonly id: string;
  readonly object: string;
}

/** A reader of the stream of events, which outlives the process that it asks and goes on from the last id it has seen. */
export class StreamReader {
  private position = 0;
  /** Whether this connection began with the oldest event. */
  private isFromOldest = true;
  private readonly object: string | undefined;

  constructor(
    private readonly ledger: Ledger,
    private readonly scheduler: Scheduler,
    private readonly faults: Faults,
    private readonly random: Seeded,
  ) {
    this.object = random.chance(0.3) ? 'brand' : undefined;
  }

  /** Whether it has all the events that it selects, except for removed ones. */
  get isDone(): boolean {
    return !this.ledger.byPosition.slice(this.position).some((event) => !event.isRemoved && this.selects(event.object));
  }

  /** Connects again and again for as long as the process lives, and breaks each stream off after a while. */
  async follow(streams: EventStreams, party: Party): Promise<void> {
    const { scheduler, random } = this;
    while (!party.isDead) {
      await scheduler.pause(random.between(200, 3_000));
      if (this.isDone && !random.chance(IDLE)) continue;
      const connection = new SimulatedResponse(scheduler, this.faults, random, party, (text) => this.receive(text));
      this.isFromOldest = this.position === 0;
      const leaves = scheduler.after(random.between(SHORTEST_MS, LONGEST_MS), party, () => connection.destroy());
      await this.read(streams, connection);
      leaves.act = undefined;
      connection.closed = true;
    }
  }

  private async read(streams: EventStreams, { response }: SimulatedResponse): Promise<void> {
    const query = this.object === undefined ? {} : { object: this.object };
    try {
      await streams.serve(response, query, this.position);
    } catch (error) {
      if (error instanceof PositionGone) this.position = 0;
      else if (!isOfDatabase(error)) this.ledger.fail(`the stream failed: ${String(error)}`);
    }
  }

  private receive(text: string): void {
    const id = Number(/^id: (\d+)$/m.exec(text)?.[1]);
    const data = /^data: (.+)$/m.exec(text)?.[1];
    const { position: after, ledger } = this;
    const next = data === undefined ? id + 1 : id;
    if (next <= after) ledger.fail(`the stream after ${after} sends ${id}`);
    for (let position = after + 1; position < next; position += 1) this.pass(position);
    if (data !== undefined) this.check(id, JSON.parse(data) as StreamedRecord);
    this.position = id;
  }

  /** Checks an event that was not sent. From the oldest on, events that nobody needs any more may be missing. */
  private pass(position: number): void {
    const event = this.ledger.byPosition[position - 1];
    const isGone = this.isFromOldest && event?.isRemoved === true;
    if (isGone || !this.selects(event?.object)) return;
    this.ledger.fail(`the stream after ${this.position} skips ${position}`);
  }

  private check(position: number, { id, object }: StreamedRecord): void {
    this.scheduler.note(`streams ${position}`);
    const placed = this.ledger.byPosition[position - 1];
    if (placed?.id !== id || !this.selects(object)) this.ledger.fail(`the stream sends event ${id} as ${position}`);
  }

  private selects(object: string | undefined): boolean {
    return this.object === undefined || this.object === object;
  }
}
