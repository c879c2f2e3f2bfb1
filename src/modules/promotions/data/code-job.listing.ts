import { byChoice, byTimes } from '../../../platform/database/lists/filters';
import { type Listing } from '../../../platform/database/lists/listing';
import { type Job, JOB_STATES } from '../../../platform/jobs/job.entity';

/** Filters and sort keys of the jobs that add codes to a pool. Jobs are kept for 30 days, so there are few. */
export const codeJobListing: Listing<Job> = {
  filters: {
    ...byTimes<Job>('created_at', 'createdAt'),
    state: byChoice('state', JOB_STATES, (state) => ({ state })),
  },
  sorts: {},
  age: 'id',
  isStrict: true,
};
