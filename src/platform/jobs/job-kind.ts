import { type EntityManager } from 'typeorm';
import { type JobFault } from './job.entity';

/** A job as its kind sees it between two batches. */
export interface JobAtWork<Input, Progress> {
  readonly id: string;
  readonly subject: string | null;
  readonly input: Input;
  /** The progress that the last batch returned; null: this is the first batch. */
  readonly progress: Progress | null;
  /** Items in all, where they are known. */
  readonly total: number | null;
  /** Items dealt with so far, without those that failed. */
  readonly done: number;
  readonly failed: number;
}

/** The outcome of a batch. */
export interface BatchOutcome<Progress> {
  /** Kept with the job, as JSON, and handed to the next batch: keep it small, it is written with each. */
  readonly progress: Progress;
  /** Items that this batch dealt with. */
  readonly done: number;
  /** Items that this batch could not deal with; the first of a job are shown. */
  readonly faults?: readonly JobFault[];
  /** Items in all, once they are known. */
  readonly total?: number;
  /** Whether the job has no further batch. */
  readonly isLast: boolean;
}

/**
 * Writes a prepared batch, in the transaction that also keeps its outcome: both happen, or neither. May be called again
 * after a deadlock, so it changes nothing outside `tx`.
 */
export type WriteBatch<Progress> = (tx: EntityManager) => Promise<BatchOutcome<Progress>> | BatchOutcome<Progress>;

/** Lets others have the process while a batch is prepared. */
export interface Rests {
  /** Share of the time that the batch may work, 1 to 100. At 100 nobody else uses the database server. */
  readonly share: number;
  /** Rests as long as the work since the last rest asks for. Called after some milliseconds of work each. */
  take(): Promise<void>;
}

/**
 * One kind of job. It is registered with the `JobRunner` by the worker module of its subject.
 *
 * A batch has two halves. `prepare` runs outside any transaction: it reads and computes, for as long as it likes, and holds
 * nothing up if it lets others have the process now and then. What it returns then runs in a short transaction of its own, which writes what was prepared and the progress
 * together: after a worker is killed, the job continues with exactly the batch that was not written.
 */
export interface JobKind<Input = unknown, Progress = unknown> {
  /** Unique, as it stands in the rows: it outlives releases. */
  readonly name: string;
  /** Items of its largest batch. */
  readonly largestBatch: number;
  /** Share of the time that it works, 1 to 100: the rest is left to others. */
  readonly loadPercent: number;
  /** The share while nobody else uses the database server; left out: the same. */
  readonly loadPercentAlone?: number;
  /**
   * @param manager to read with
   * @param limit items of this batch: sized so that writing it takes about 25 ms, an eighth of the largest at least
   * @param rests without any, it rests after the batch
   * @returns with no statement under way: the runner then counts those of others
   * @throws JobFailed when it cannot continue; after any other error the batch is retried
   */
  prepare(
    manager: EntityManager,
    job: JobAtWork<Input, Progress>,
    limit: number,
    rests: Rests,
  ): Promise<WriteBatch<Progress>> | WriteBatch<Progress>;
}

/** Ends a job as `failed`, with a message that its owner sees. */
export class JobFailed extends Error {}
