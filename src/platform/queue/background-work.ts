import { Injectable } from '@nestjs/common';

/** Collects the work of a process beside its requests, so that the process can stop it all. */
@Injectable()
export class BackgroundWork {
  private readonly stops: (() => Promise<void>)[] = [];

  /** Registers how one kind of work stops. @param stop starts nothing more and resolves when the work under way is done; may be called more than once */
  onStop(stop: () => Promise<void>): void {
    this.stops.push(stop);
  }

  /** Stops everything, also when a part fails to stop. @throws what the first such part threw */
  async stop(): Promise<void> {
    await settleAll(this.stops.map((stop) => stop()));
  }
}

/** Waits for all promises, unlike `Promise.all` also when one has failed. @throws what the first that failed threw */
export async function settleAll(works: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
