import { EventEmitter } from 'node:events';
import { type Response } from 'express';
import { type Faults } from './faults';
import { Party, type Scheduler } from './scheduler';
import { type Seeded } from './seeded';

const NETWORK = new Party('network');
/** Time in which a slow reader takes what was sent. */
const BEHIND_MS = 300;

/** The response of a stream of events, and the connection to its reader. */
export class SimulatedResponse extends EventEmitter {
  readonly req = { method: 'GET' };
  closed = false;
  writableNeedDrain = false;
  private arrivesAt = 0;

  constructor(
    private readonly scheduler: Scheduler,
    private readonly faults: Faults,
    private readonly random: Seeded,
    private readonly party: Party,
    /** Called when text has reached the reader. */
    private readonly onText: (text: string) => void,
  ) {
    super();
  }

  /** As the store's code sees it. */
  get response(): Response {
    return this as unknown as Response;
  }

  writeHead(): this {
    return this;
  }

  /** @returns whether the reader keeps up */
  write(text: string): boolean {
    if (this.closed) return false;
    const { scheduler } = this;
    this.arrivesAt = Math.max(this.arrivesAt, scheduler.now + this.faults.latency());
    scheduler.after(this.arrivesAt - scheduler.now, NETWORK, () => {
      if (!this.closed && !this.party.isDead) this.onText(text);
    });
    if (this.writableNeedDrain || this.faults.isQuiet || !this.random.chance(0.1)) return !this.writableNeedDrain;
    this.writableNeedDrain = true;
    scheduler.after(this.random.next() * BEHIND_MS, this.party, () => {
      this.writableNeedDrain = false;
      this.emit('drain');
    });
    return false;
  }

  /** Ends the response after what was written. */
  end(): void {
    this.scheduler.after(this.arrivesAt - this.scheduler.now, this.party, () => this.destroy());
  }

  /** Breaks the connection off: what is on its way is lost. */
  destroy(): void {
    if (this.closed) return;
    this.closed = true;
    this.emit('close');
  }
}
