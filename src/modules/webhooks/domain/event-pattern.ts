import { ValidationFailed } from '../../../kernel/errors';
import { matchesPattern } from '../../../kernel/event-type';

/** The kind of a change, as in an event's `event` field and in a webhook's Booleans. */
export type EventKind = 'create' | 'update' | 'delete';

/**
 * Returns the patterns of a webhook's `events` field, once each, in the order sent: an exact type, `order.*`,
 * `*.deleted` or `*.*` (webhooks.md 7). An empty list selects every type.
 * @param types every type an event can have
 * @throws ValidationFailed naming every pattern that matches none of them, as `events.<index>`
 */
export function parseEventPatterns(patterns: readonly string[], types: readonly string[]): string[] {
  const faults = patterns.flatMap((pattern, index) => {
    const field = `events.${index}`;
    const message = `${field} must be an event type such as order.updated, or order.* or *.deleted`;
    return types.some((type) => matchesPattern(pattern, type)) ? [] : [[field, [message]] as const];
  });
  if (faults.length > 0) throw new ValidationFailed(Object.fromEntries(faults));
  return [...new Set(patterns)];
}

/** The events a webhook asks for. */
export interface EventSelection {
  readonly create: boolean;
  readonly update: boolean;
  readonly delete: boolean;
  /** Patterns that {@link parseEventPatterns} accepted; empty: all. */
  readonly events: readonly string[];
}

/** Whether a webhook selects an event: its Boolean for the kind is set, and a pattern, if it has any, covers the type. */
export function selectsEvent(webhook: EventSelection, event: { event: EventKind; type: string }): boolean {
  if (!webhook[event.event]) return false;
  return webhook.events.length === 0 || webhook.events.some((pattern) => matchesPattern(pattern, event.type));
}
