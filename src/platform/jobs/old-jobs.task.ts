import { type Clock } from '../../kernel/clock';
import { firstIdAt } from '../../kernel/ids';
import { type Transactions } from '../database/connection/transactions';
import { OldRowsTask } from '../retention/old-rows.task';
import { daysBefore, type RetentionTask, secondsOfDays } from '../retention/retention-task';
import { JobPart } from './job-part.entity';
import { Job } from './job.entity';

/** Days for which a job is kept, from its start. */
const DAYS = 30;

/** Returns the tasks that remove old jobs, and parts of inputs without a job. */
export function oldJobsTasks(transactions: Transactions, clock: Clock): RetentionTask[] {
  const keptSeconds = secondsOfDays(DAYS);
  const until = (): string => firstIdAt(daysBefore(clock.now(), DAYS));
  return [
    new OldRowsTask(transactions, { kind: 'jobs', entity: Job, by: 'id', keptSeconds, until }),
    new OldRowsTask(transactions, { kind: 'job_parts', entity: JobPart, by: 'id', keptSeconds, until }),
  ];
}
