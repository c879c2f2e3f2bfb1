/**
 * A hint that there is work: ids, never data, for the database is the truth (webhooks.md 8, 10). It may be lost or come
 * twice; whoever relies on the work being done looks for it in the database as well.
 */
export interface WakeUp {
  /** The same work has the same id: told again while it waits, it is one. */
  readonly id: string;
  /** The id of what the ids belong to; left out where that says nothing. */
  readonly of?: string;
  readonly ids: readonly string[];
}

/** Does what a hint points to. A failure is logged and the hint is gone: nothing is repeated by the queue. */
export type WakeUpHandler = (wakeUp: WakeUp) => Promise<void>;

/** The one door to whatever carries wake-ups: Redis with Bull, or the process itself. */
export abstract class JobQueue {
  /** Tells the consumers of a queue. Returns at once and never throws, be the queue down, slow or full. */
  abstract tell(queue: string, wakeUps: readonly WakeUp[]): void;

  /** Begins to hand the wake-ups of a queue to `handle`, at most `concurrency` at once. One consumer a queue and process. */
  abstract consume(queue: string, concurrency: number, handle: WakeUpHandler): void;

  /** Hands out no more, and resolves when the handlers under way are done. Telling goes on. */
  abstract stopConsuming(): Promise<void>;

  /** What is wrong with the server of the queue, for the log of a starting worker; none: all is well or there is none. */
  abstract complaints(): Promise<readonly string[]>;
}

/** Called for each wake-up that was lost, with the queue's name. */
export type OnLostWakeUp = (queue: string, error: unknown) => void;
