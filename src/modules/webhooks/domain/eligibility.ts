import { type Scope, SCOPES } from '../../../kernel/scopes';
import { type EventKind, type EventSelection, selectsEvent } from './event-pattern';

/** The fields of a webhook that decide which events it receives. */
export interface Subscriber extends EventSelection {
  /** Null: created before 1.3. */
  readonly sinceEpoch: number | null;
  readonly createdAt: Date;
  /** Scopes of the client that created it; null: created before 1.3, it receives every object. */
  readonly scopes: readonly Scope[] | null;
}

/** The fields of an event that decide which webhooks receive it. */
export interface OfferedEvent {
  readonly type: string;
  readonly event: EventKind;
  /** The epoch it was committed in; null: written before 1.3. */
  readonly epoch: number | null;
  readonly occurredAt: Date;
}

/**
 * Whether a webhook existed when an event was committed (webhooks.md 8). Epochs come from the database, so machines
 * whose clocks differ agree; an event from before 1.3 has none, and the two times decide.
 */
export function existedAt(
  webhook: Pick<Subscriber, 'sinceEpoch' | 'createdAt'>,
  event: Pick<OfferedEvent, 'epoch' | 'occurredAt'>,
): boolean {
  if (event.epoch === null) return webhook.createdAt <= event.occurredAt;
  return (webhook.sinceEpoch ?? 0) <= event.epoch;
}

/** The receivers that may get an event: see the registry of store objects. */
export interface Audience {
  readonly scope: Scope | undefined;
  readonly isConfidential: boolean;
}

/**
 * Whether the client that created a webhook could read an object over the API; for an event with a secret, whether it could have
 * written it. An object of no known subject is withheld from a webhook with scopes.
 */
export function mayReceive(webhook: Pick<Subscriber, 'scopes'>, { scope, isConfidential }: Audience): boolean {
  if (webhook.scopes === null) return !isConfidential;
  return scope !== undefined && webhook.scopes.includes(scope);
}

/**
 * Returns whether a webhook receives the events of a type that are committed while it exists. An event with a secret goes
 * only to webhooks that name its type, not to those for all events.
 */
export function subscribes(
  webhook: Omit<Subscriber, 'createdAt' | 'sinceEpoch'>,
  event: Pick<OfferedEvent, 'type' | 'event'>,
  audience: Audience,
): boolean {
  const isNamed = !audience.isConfidential || webhook.events.includes(event.type);
  return isNamed && selectsEvent(webhook, event) && mayReceive(webhook, audience);
}

/** Whether a delivery is made of an event for a webhook. */
export function isEligible(webhook: Subscriber, event: OfferedEvent, audience: Audience): boolean {
  return existedAt(webhook, event) && subscribes(webhook, event, audience);
}

/** Returns the scopes of a webhook after another client changed its URL: those that both have, so access never grows. */
export function narrowedScopes(scopes: readonly Scope[] | null, changer: ReadonlySet<Scope>): Scope[] {
  return (scopes ?? [...changer].sort()).filter((scope) => changer.has(scope));
}

/** The scopes that a client needs to choose the secret of a webhook, by which its receiver believes what it reads. */
export function scopesForSecret({ scopes }: Pick<Subscriber, 'scopes'>): readonly Scope[] {
  return scopes ?? SCOPES.filter((scope) => scope.endsWith(':read'));
}
