import { type components } from '@storekeeper/client';

/** The part of a webhook that tells how its deliveries go. */
export type Going = Pick<
  components['schemas']['WebhookRecord'],
  'consecutive_failures' | 'last_success_at' | 'deliveries_pending' | 'deliveries_waiting'
>;

/** The result of a replay so far. */
export interface ReplayProgress {
  readonly delivered: number;
  /** They failed again, and wait for a retry or have ended. */
  readonly failed: number;
  /** Not sent yet. */
  readonly left: number;
}

/**
 * Works out what came of a replay from the health of its webhook before and now. Events that happen meanwhile count like those of the
 * replay: the store does not tell them apart.
 * @param now read after the replay
 */
export function replayProgress(replayed: number, before: Going, now: Going): ReplayProgress {
  const left = Math.min(replayed, now.deliveries_pending - now.deliveries_waiting);
  const done = replayed - left;
  const isFailing = now.consecutive_failures > 0;
  const hasSucceeded = !isFailing || now.last_success_at !== before.last_success_at;
  const moreWait = Math.max(0, now.deliveries_waiting - before.deliveries_waiting);
  const failed = hasSucceeded ? Math.min(done, moreWait) : done;
  return { delivered: done - failed, failed, left };
}
