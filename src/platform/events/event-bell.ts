import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { LOGGER } from '../logging/logger';

/** Told of committed events. Returns at once; what it starts is its own affair. */
export type BellListener = (eventIds: readonly string[]) => void;

/** Ids of one ring at most: what follows from them is done in one transaction. */
const IDS_A_RING = 100;
/** How long after a ring the next ones wait for each other: under load a job of the queue serves many events. */
const PAUSE_MS = 5;

/**
 * Rung after commits with the ids of their events, so that whoever passes them on does not have to look for them. Only
 * a hint: a process may die before it rings, and the events table says all the same what has not been passed on.
 * Transactions that the database commits together come back in one turn of the event loop: they make one ring, and so
 * do those of the few milliseconds after it.
 */
@Injectable()
export class EventBell {
  private readonly listeners: BellListener[] = [];
  /** What a listener starts must not run on in the async context of the request whose commit rang. */
  private readonly outside = AsyncLocalStorage.snapshot() as (ring: () => void) => void;
  private pending: string[] = [];
  private isWaiting = false;

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  listen(listener: BellListener): void {
    this.listeners.push(listener);
  }

  /** Never throws: the change is committed, whatever a listener makes of it. */
  ring(eventIds: readonly string[]): void {
    this.pending.push(...eventIds);
    if (this.isWaiting) return;
    this.isWaiting = true;
    this.outside(() => setImmediate(() => this.tellAll()));
  }

  private tellAll(): void {
    const { pending } = this;
    this.pending = [];
    for (let i = 0; i < pending.length; i += IDS_A_RING) this.tell(pending.slice(i, i + IDS_A_RING));
    this.isWaiting = pending.length > 0;
    if (this.isWaiting) setTimeout(() => this.tellAll(), PAUSE_MS).unref();
  }

  private tell(eventIds: readonly string[]): void {
    for (const listener of this.listeners) {
      try {
        listener(eventIds);
      } catch (error) {
        this.logger.error({ err: error }, 'a listener of the event bell failed');
      }
    }
  }
}
