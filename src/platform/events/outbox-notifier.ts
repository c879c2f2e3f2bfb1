import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { LOGGER } from '../logging/logger';

/** Receives ids of committed events. Must return at once and handle its own failures. */
export type OutboxListener = (eventIds: readonly string[]) => void;

/** Ids of one notification at most: they are fanned out in one transaction. */
const BATCH = 100;
/** Time for which ids are collected after a notification: under load one job of the queue serves many events. */
const COLLECT_MS = 25;

/**
 * Notifies listeners of committed events, so that these need not search the outbox. Only a hint: a process may die before
 * it notifies, and the events table still shows what has not been fanned out. Transactions that the database commits
 * together return in one turn of the event loop: they make one notification, and so do those of the 25 ms after it.
 */
@Injectable()
export class OutboxNotifier {
  private readonly listeners: OutboxListener[] = [];
  /** Listeners must not run in the async context of the request whose commit notified. */
  private readonly outside = AsyncLocalStorage.snapshot() as (act: () => void) => void;
  private pending: string[] = [];
  private isWaiting = false;

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** Adds a listener for the events of every commit of this process. */
  onCommitted(listener: OutboxListener): void {
    this.listeners.push(listener);
  }

  /** Notifies all listeners soon. Never throws: the change is committed, even if a listener fails. */
  notify(eventIds: readonly string[]): void {
    this.pending.push(...eventIds);
    if (this.isWaiting) return;
    this.isWaiting = true;
    this.outside(() => setImmediate(() => this.notifyAll()));
  }

  private notifyAll(): void {
    const { pending } = this;
    this.pending = [];
    for (let i = 0; i < pending.length; i += BATCH) this.notifyListeners(pending.slice(i, i + BATCH));
    this.isWaiting = pending.length > 0;
    if (this.isWaiting) setTimeout(() => this.notifyAll(), COLLECT_MS).unref();
  }

  private notifyListeners(eventIds: readonly string[]): void {
    for (const listener of this.listeners) {
      try {
        listener(eventIds);
      } catch (error) {
        this.logger.error({ err: error }, 'a listener of the outbox notifier failed');
      }
    }
  }
}
