import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../../kernel/clock';
import { enumSchema } from '../../../platform/http/openapi/record-schemas';
import { ListedBy } from '../../../platform/http/openapi/list-parameters';
import { type Job, JOB_STATES, type JobState } from '../../../platform/jobs/job.entity';
import { codeJobListing } from '../data/code-job.listing';

/** A line of a list that is no new code. */
export class CodeFaultRecord {
  @ApiProperty({ type: 'integer', description: 'Line of the list, from 1.', example: 12 })
  line!: number;

  @ApiProperty({ type: String, example: 'code must be unique' })
  message!: string;
}

/** A job that adds codes to a pool (promotions-at-scale.md 2). */
@ListedBy(codeJobListing)
export class CodeJobRecord {
  @ApiProperty({ type: String, example: '890123456789012345' })
  id!: string;

  @ApiProperty({ type: String, description: 'Id of the promotion.', example: '890123456789012344' })
  promotion!: string;

  @ApiProperty(enumSchema('JobState', JOB_STATES))
  state!: JobState;

  @ApiProperty({ type: 'integer', description: 'Codes asked for.', example: 1_000_000 })
  total!: number;

  @ApiProperty({ type: 'integer', description: 'Codes added so far.', example: 250_000 })
  done!: number;

  @ApiProperty({ type: 'integer', description: 'Number of lines that are not new codes.', example: 0 })
  failed!: number;

  @ApiProperty({ type: [CodeFaultRecord], description: 'The first 100 of these lines.' })
  failed_lines!: CodeFaultRecord[];

  @ApiProperty({ type: String, nullable: true, description: 'Reason why the job failed; null if it did not fail.' })
  error!: string | null;

  @ApiProperty({ type: String, description: 'Address of this record.' })
  link!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  created_at!: string;

  @ApiProperty({ type: String, nullable: true, example: '2026-01-31 12:00:01' })
  started_at!: string | null;

  @ApiProperty({ type: String, nullable: true, example: '2026-01-31 12:00:30' })
  ended_at!: string | null;
}

/** The record of a job. @param link absolute address of it */
export function codeJobRecord(job: Job, link: string): CodeJobRecord {
  return {
    id: job.id,
    promotion: job.subject ?? '',
    state: job.state,
    total: job.total ?? 0,
    done: job.done,
    failed: job.failed,
    failed_lines: [...job.faults],
    error: job.error,
    link,
    created_at: wireTime(job.createdAt),
    started_at: job.startedAt && wireTime(job.startedAt),
    ended_at: job.endedAt && wireTime(job.endedAt),
  };
}
