import { type EventSelection } from './event-pattern';

/** The fields that decide, beside its scopes, whether a webhook receives an event. */
export interface Terms extends EventSelection {
  readonly enabled: boolean;
}

/** The terms of a webhook before a change. */
export interface PastTerms extends Terms {
  /** The epoch that the change began: events of earlier ones were committed before it, or without knowing of it. */
  readonly until: number;
}

/** A webhook with the terms that it has now and had before, oldest first. */
export interface ChangedTerms extends Terms {
  readonly pastTerms: readonly PastTerms[] | null;
}

/** Changes that are kept. An event that waits during more of them is told by the oldest terms kept. */
const MAX_KEPT = 20;

/** Returns the past terms of a webhook after a change that began an epoch. */
export function pastTerms(before: ChangedTerms, now: Terms, epoch: number): PastTerms[] | null {
  const former = termsOf(before);
  if (JSON.stringify(former) === JSON.stringify(termsOf(now)))
    return before.pastTerms === null ? null : [...before.pastTerms];
  return [...(before.pastTerms ?? []), { ...former, until: epoch }].slice(-MAX_KEPT);
}

/**
 * Returns the terms that a webhook had when an event was committed, by epochs (events.md 13). Undefined: it was disabled then or later,
 * which would have cancelled the delivery. @param epoch of the event; null: an older version wrote it, and the present terms hold
 */
export function termsAt<T extends ChangedTerms>(webhook: T, epoch: number | null): T | undefined {
  const since = epoch === null ? [] : (webhook.pastTerms ?? []).filter(({ until }) => epoch < until);
  if (![...since, webhook].every(({ enabled }) => enabled)) return undefined;
  const [then] = since;
  return then === undefined ? webhook : { ...webhook, ...termsOf(then) };
}

/** Returns the epoch from which on the present terms of a webhook hold. */
export const presentSince = ({ pastTerms: past }: ChangedTerms): number => past?.at(-1)?.until ?? 0;

function termsOf({ enabled, create, update, delete: removal, events }: Terms): Terms {
  return { enabled, create, update, delete: removal, events };
}
