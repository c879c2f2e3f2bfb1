import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { LOGGER } from '../logging/logger';

/** Told of committed events. Returns at once; what it starts is its own affair. */
export type BellListener = (eventIds: readonly string[]) => void;

/**
 * Rung after each commit with the ids of its events, so that whoever passes them on does not have to look for them. Only
 * a hint: a process may die before it rings, and the events table says all the same what has not been passed on.
 */
@Injectable()
export class EventBell {
  private readonly listeners: BellListener[] = [];
  /** What a listener starts must not run on in the async context of the request whose commit rang. */
  private readonly outside = AsyncLocalStorage.snapshot() as (ring: () => void) => void;

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  listen(listener: BellListener): void {
    this.listeners.push(listener);
  }

  /** Never throws: the change is committed, whatever a listener makes of it. */
  ring(eventIds: readonly string[]): void {
    this.outside(() => {
      for (const listener of this.listeners) {
        try {
          listener(eventIds);
        } catch (error) {
          this.logger.error({ err: error }, 'a listener of the event bell failed');
        }
      }
    });
  }
}
