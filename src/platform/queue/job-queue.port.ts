/**
 * A hint that there is work: ids, never data, because the database is the truth (webhooks.md 8, 10). It may be lost or
 * arrive twice, so consumers also search the database for work.
 */
export interface Job {
  /** Identifies the work: a job added again while it waits is one job. */
  readonly id: string;
  /** The id of the record that the ids belong to, where there is one. */
  readonly of?: string;
  readonly ids: readonly string[];
}

/** Handles a job. A failure is logged and the job is gone: the queue never retries. */
export type JobHandler = (job: Job) => Promise<void>;

/** The port of the job queue: Bull on Redis, or the process itself. */
export abstract class JobQueue {
  /** Whether jobs can be added right now. Without it, sweeps find the work. */
  abstract readonly isUp: boolean;

  /** Adds jobs. Returns at once and never throws, whether the queue is down, slow or full. */
  abstract add(queue: string, jobs: readonly Job[]): void;

  /** Starts passing the jobs of a queue to `handle`, at most `concurrency` at once. One consumer per queue and process. */
  abstract consume(queue: string, concurrency: number, handle: JobHandler): void;

  /** Passes on no further jobs, and resolves when the handlers under way are done. Jobs can still be added. */
  abstract stopConsuming(): Promise<void>;

  /** Hands out no more and ends the connections of the queue, also when its server is away. */
  abstract close(): Promise<void>;

  /** Returns problems with the server of the queue, for the log of a starting worker. */
  abstract serverWarnings(): Promise<readonly string[]>;
}

/** Called for each lost job, with the queue's name. */
export type OnLostJob = (queue: string, error: unknown) => void;
