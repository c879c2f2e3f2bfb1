import { type components } from '@storekeeper/client';
import { NO_KEY, reading, store } from '../../shared/api/store';

type ReplayState = components['schemas']['EndedDeliveryState'];
type Ended = Exclude<ReplayState, 'missed'>;

/** States of ended deliveries, the usual ones for a replay first. */
const ENDED: readonly Ended[] = ['dead', 'blocked', 'cancelled', 'delivered'];
/** Every delivery that has ended, and the events that the webhook missed. */
export const ALL = 'all';
/** The events that a replay sends. */
export type Chosen = ReplayState | typeof ALL;
export const CHOICES: readonly Chosen[] = ['missed', ...ENDED, ALL];

/** A replay: what it sends, from which time on. */
export interface ReplayTerms {
  readonly webhook: string;
  readonly state: Chosen;
  /** As the API writes times. */
  readonly since: string;
}

/** Number of events that are sent; `has_more`: there are more than one replay sends. */
export type ReplayCounted = components['schemas']['ReplayRecord'];

/** Replays, or with `isDry` only counts. */
export function sendReplay({ webhook, state, since }: ReplayTerms, isDry: boolean, signal?: AbortSignal) {
  return store.POST('/v1/webhooks/{webhook_id}/replay', {
    params: { path: { webhook_id: webhook } },
    body: { since, ...(state === ALL ? {} : { state }), ...(isDry ? { dry_run: true } : {}) },
    ...(isDry ? { headers: NO_KEY } : {}),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Counts what a replay would send. */
export function readingReplayCount(terms: ReplayTerms) {
  return reading(['/v1/webhooks', terms.webhook, 'replay', terms.state, terms.since], (signal) =>
    sendReplay(terms, true, signal),
  );
}

/** Counts the deliveries in a state as their list does. The record is the oldest of them. */
export function readingEnded(webhook: string, state: Ended) {
  const query = { state: [state], sort: 'created_at' as const, order: 'asc' as const, limit: 1 };
  return reading(['/v1/webhooks', webhook, 'ended', state], (signal) =>
    store.GET('/v1/webhooks/{webhook_id}/deliveries', { params: { path: { webhook_id: webhook }, query }, signal }),
  );
}

/** Returns whether a choice is a state of deliveries, whose list can be counted. */
export const isEnded = (state: Chosen): state is Ended => ENDED.some((ended) => ended === state);
