import { type RetentionTask } from '../../../platform/retention/retention-task';
import { type StatisticsCountingService } from '../statistics-counting.service';

/** Objects of a batch: their rows are read and their entries written in a few statements. */
const LARGEST_BATCH = 200;

/** Counts changes into days, which removes them; and walks over all that is counted, once a day. */
export function statisticsTasks(counting: StatisticsCountingService): RetentionTask[] {
  return [
    {
      kind: 'statistics_changes',
      largestBatch: LARGEST_BATCH,
      keptSeconds: null,
      removeBatch: async (limit) => {
        const rows = await counting.countChanges(limit);
        return { rows, isMore: rows === limit };
      },
    },
    {
      kind: 'statistics_entries',
      largestBatch: LARGEST_BATCH,
      keptSeconds: null,
      removeBatch: async (limit) => ({ rows: 0, isMore: await counting.walkOn(limit) }),
    },
  ];
}
