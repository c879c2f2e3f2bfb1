import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../shared/api/session';
import { reading, store } from '../../shared/api/store';
import { readTime, wireTime } from '../../shared/format/times';
import { lastOutage, missedSince, type Outage } from './outage';
import { type ReplayCounted, type ReplayTerms, readingReplayCount } from './reading-replay';
import { type Webhook } from './health';

/** Events of a webhook among which its last outage is looked for. */
const CHANGES = 50;
/** Interval between counts of missed events while a webhook is disabled: each reads the log of events. */
const EVERY_MS = 60_000;

/** Cancelled deliveries among which the oldest that an outage cancelled is looked for. */
const CANCELLED = 100;
/** Longer than a delivery waits for its last try: 75 hours, and a fifth more at most. */
const PENDING_MS = 90 * 3_600_000;

/** Longest time from the end of the delivery whose response disabled a webhook to its event. */
const SAVING_MS = 60_000;

/** A time before another one, both as the API writes times. */
const before = (time: string, ms: number): string => wireTime(new Date((readTime(time)?.getTime() ?? ms) - ms));

/** @param outage its beginning: the deliveries that it cancelled are among those of events from a while before it on */
function readingCancelled(id: string, outage: string) {
  const query = {
    state: ['cancelled' as const],
    since: before(outage, PENDING_MS),
    sort: 'created_at' as const,
    order: 'asc' as const,
    limit: CANCELLED,
  };
  return reading(['/v1/webhooks', id, 'cancelled', outage], (signal) =>
    store.GET('/v1/webhooks/{webhook_id}/deliveries', { params: { path: { webhook_id: id }, query }, signal }),
  );
}

/** @param version time of the last change: the events before it do not change */
function readingChanges(id: string, version: string) {
  const query = { object: ['webhook' as const], object_id: id, limit: CHANGES };
  return reading(['/v1/events', query, version], (signal) => store.GET('/v1/events', { params: { query }, signal }));
}

/** The last outage of a webhook. Undefined: there was none, its events are no longer kept, or the token may not read them. */
export function useOutage({ id, updated_at, enabled }: Webhook): Outage | undefined {
  const mayRead = useMay()('events:read');
  const changes = useQuery({ ...readingChanges(id, updated_at), enabled: mayRead });
  if (changes.data === undefined) return undefined;
  const found = lastOutage(changes.data.result);
  // The events of its last change are gone, and with them those before.
  return found ?? (enabled.data.key === 0 ? { since: updated_at, until: null } : undefined);
}

/** Events that a webhook missed in its last outage and has not been sent since. */
export interface Missed extends ReplayCounted {
  /** Time of the first of them, as the API writes times. */
  readonly since: string;
}

/** Counts the events that a webhook missed in its last outage. Undefined: the number is not known. */
export function useMissed(webhook: Webhook, outage: Outage | undefined): Missed | undefined {
  const mayReplay = useMay()('webhooks:write');
  const refetchInterval = outage?.until === null ? EVERY_MS : false;
  const from = outage?.since ?? '';
  const cancelled = useQuery({
    ...readingCancelled(webhook.id, from),
    enabled: mayReplay && outage !== undefined,
    refetchInterval,
  });
  const since = missedSince(from, before(from, SAVING_MS), cancelled.data?.result ?? []);
  const terms: ReplayTerms = { webhook: webhook.id, state: 'missed', since };
  const count = useQuery({ ...readingReplayCount(terms), enabled: cancelled.isSuccess, refetchInterval });
  return count.data && { ...count.data.result, since };
}
