import { Entity, Index } from 'typeorm';
import { IdColumn, IdReference, IntegerColumn, JsonColumn, StringColumn, TimeColumn } from '../database/rows/columns';

/** `queued` and `running` jobs are worked on; the others have ended. */
export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** The states of jobs that are worked on. */
export const ACTIVE_STATES = ['queued', 'running'] as const satisfies readonly JobState[];

/** A part of a job's input that could not be done. */
export interface JobFault {
  /** Position in the input, from 1. */
  readonly line: number;
  readonly message: string;
}

/** Work too long for a request, done batch by batch by one worker at a time. */
@Entity('jobs')
@Index('ix_jobs__state', ['state', 'id'])
export class Job {
  @IdColumn()
  id!: string;

  /** Name of its `JobKind`. */
  @StringColumn(64)
  kind!: string;

  /** Id of what it works on; null: nothing in particular. */
  @IdReference({ nullable: true })
  subject!: string | null;

  @StringColumn(16)
  state!: JobState;

  /** The input of the job, in the form of its kind. */
  @JsonColumn()
  input!: unknown;

  /** The progress after the last batch, in the form of its kind; null: none has run yet. */
  @JsonColumn({ nullable: true })
  progress!: unknown;

  /** Items in all; null: not known yet. */
  @IntegerColumn({ nullable: true })
  total!: number | null;

  /** Items dealt with, without those that failed. */
  @IntegerColumn()
  done!: number;

  @IntegerColumn()
  failed!: number;

  /** The first of those that failed. */
  @JsonColumn()
  faults!: readonly JobFault[];

  /** Reason of the failure as a message; null if the job did not fail. */
  @StringColumn(1024, { nullable: true })
  error!: string | null;

  /** Times that the batch which is next has failed. */
  @IntegerColumn()
  attempts!: number;

  /** Batches written: of two workers that prepare the same batch, the second finds another number here. */
  @IntegerColumn()
  batches!: number;

  @TimeColumn()
  createdAt!: Date;

  /** When the first batch was written. */
  @TimeColumn({ nullable: true })
  startedAt!: Date | null;

  @TimeColumn({ nullable: true })
  endedAt!: Date | null;
}
