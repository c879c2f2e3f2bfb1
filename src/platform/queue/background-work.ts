import { Injectable } from '@nestjs/common';

/** What goes on in a process beside its requests, so that a process that stops can end it without knowing it. */
@Injectable()
export class BackgroundWork {
  private readonly stops: (() => Promise<void>)[] = [];

  /** @param stop begins nothing more and resolves when what is under way is done; may be called more than once */
  add(stop: () => Promise<void>): void {
    this.stops.push(stop);
  }

  /** Ends all of it, also when a part cannot be ended in order. @throws what the first such part threw */
  async stop(): Promise<void> {
    await settleAll(this.stops.map((stop) => stop()));
  }
}

/** Waits for all of them, unlike `Promise.all` also when one has failed. @throws what the first that failed threw */
export async function settleAll(works: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
