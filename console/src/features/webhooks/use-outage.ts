import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../shared/api/session';
import { reading, store } from '../../shared/api/store';
import { lastOutage, type Outage } from './outage';
import { type ReplayCounted, type ReplayTerms, readingReplayCount } from './reading-replay';
import { type Webhook } from './health';

/** Events of a webhook among which its last outage is looked for. */
const CHANGES = 50;
/** Interval between counts of missed events while a webhook is disabled: each reads the log of events. */
const EVERY_MS = 60_000;

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

/** Counts the events that a webhook missed in its last outage. Undefined: the number is not known. */
export function useMissed(webhook: Webhook, outage: Outage | undefined): ReplayCounted | undefined {
  const mayReplay = useMay()('webhooks:write');
  const terms: ReplayTerms = { webhook: webhook.id, state: 'missed', since: outage?.since ?? '' };
  const count = useQuery({
    ...readingReplayCount(terms),
    enabled: mayReplay && outage !== undefined,
    refetchInterval: outage?.until === null ? EVERY_MS : false,
  });
  return count.data?.result;
}
