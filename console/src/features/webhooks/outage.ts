/** A time in which a webhook was disabled, as the API writes times. */
export interface Outage {
  readonly since: string;
  /** Null: it still is. */
  readonly until: string | null;
}

/** An event of a webhook: its record as it was then. */
interface Change {
  readonly occurred_at: string;
  readonly data: object;
}

/** Whether the record of a webhook's event was enabled. */
function isEnabled({ data }: Change): boolean {
  const { enabled } = data as { readonly enabled?: { readonly data?: { readonly key?: unknown } } };
  return enabled?.data?.key === 1;
}

/**
 * Finds the last outage of a webhook in its events, the newest first. It begins with the first event that shows the webhook
 * disabled: by the store, or by a person.
 */
export function lastOutage(changes: readonly Change[]): Outage | undefined {
  const from = changes.findIndex((change) => !isEnabled(change));
  if (from === -1) return undefined;
  const before = changes.findIndex((change, at) => at > from && isEnabled(change));
  const first = changes[before === -1 ? changes.length - 1 : before - 1];
  return first && { since: first.occurred_at, until: changes[from - 1]?.occurred_at ?? null };
}

/** A delivery that was cancelled, as far as its times go. */
interface Cancelled {
  readonly occurred_at: string;
  readonly updated_at: string;
}

/**
 * Returns the time of the first event that a webhook missed in an outage: that of a delivery that waited for a try when the outage
 * began, which cancelled it, or the beginning of the outage.
 *
 * @param from a little before the outage: a response that disables a webhook ends its own delivery before
 * @param cancelled the oldest first; those of outages before are left out
 */
export function missedSince(outage: string, from: string, cancelled: readonly Cancelled[]): string {
  const oldest = cancelled.find(({ updated_at }) => updated_at >= from)?.occurred_at;
  return oldest !== undefined && oldest < outage ? oldest : outage;
}
