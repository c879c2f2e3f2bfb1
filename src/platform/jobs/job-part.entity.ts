import { Entity, Index } from 'typeorm';
import { IdColumn, IdReference, JsonColumn } from '../database/rows/columns';

/** A part of a job's input that is too long for its row. */
@Entity('job_parts')
@Index('ix_job_parts__job', ['jobId', 'id'])
export class JobPart {
  /** Rises with each part. */
  @IdColumn()
  id!: string;

  @IdReference()
  jobId!: string;

  /** In the words of the job's kind. */
  @JsonColumn()
  body!: unknown;
}
