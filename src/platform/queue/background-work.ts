import { Injectable } from '@nestjs/common';

/** What goes on in a process beside its requests, so that a process that stops can end it without knowing it. */
@Injectable()
export class BackgroundWork {
  private readonly stops: (() => Promise<void>)[] = [];

  /** @param stop begins nothing more and resolves when what is under way is done; may be called more than once */
  add(stop: () => Promise<void>): void {
    this.stops.push(stop);
  }

  /** Ends all of it. */
  async stop(): Promise<void> {
    await Promise.all(this.stops.map((stop) => stop()));
  }
}
