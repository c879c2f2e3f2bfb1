import { type DeliveryState } from '../../src/modules/webhooks/domain/delivery-verdict';
import { type Party } from './scheduler';
import { type SimulatedDatabase } from './simulated.database';

/** An event as it was committed. Numbers of commits are those of the database. */
export interface CommittedEvent {
  readonly id: string;
  readonly object: string;
  readonly objectId: string;
  readonly version: number;
  readonly kind: string;
  /** Commits before its transaction began, and its own. */
  readonly begun: number;
  readonly committed: number;
  position: number | null;
  isRemoved: boolean;
}

export interface CommittedWebhook {
  readonly id: string;
  readonly url: string;
  readonly begun: number;
  /** Every commit that enabled it, disabled it or removed it, in their order; the first is its creation. */
  readonly turns: { readonly commit: number; readonly isEnabled: boolean }[];
  /** Every commit that made it select changes of objects or not, in their order. */
  readonly selections: { readonly commit: number; readonly isUpdate: boolean }[];
  /** The commit since which it is ordered. */
  orderedSince: number | undefined;
}

/** Returns the commit since which a webhook is enabled without a break; undefined: it is not. */
export function enabledSince({ turns }: CommittedWebhook): number | undefined {
  const last = turns.at(-1);
  return last?.isEnabled === true ? last.commit : undefined;
}

/**
 * Returns whether a webhook selected the changes of objects all the time from before an event was begun until it was committed; undefined:
 * it was changed meanwhile, so that both are right.
 */
export function selectedUpdates({ selections }: CommittedWebhook, event: CommittedEvent): boolean | undefined {
  const before = selections.findLast(({ commit }) => commit <= event.begun);
  const isChanged = selections.some(({ commit }) => commit > event.begun && commit < event.committed);
  return isChanged ? undefined : before?.isUpdate;
}

export interface CommittedDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly webhookId: string;
  /** The commit that inserted it. */
  readonly inserted: number;
  /** The last commit of a resend or a replay that made it pending; 0: none. */
  again: number;
  isRemoved: boolean;
  state: DeliveryState;
  error: string | null;
  tries: number;
  attempts: number;
  token: string | null;
  isFreed: boolean;
  /** The process that drew the token, and when. */
  owner: Party | undefined;
  ownedSince: number;
  /** The last claim of each process, as a number of a commit. */
  readonly claims: Map<Party, number>;
}

/** Limits that the ledger holds workers to, in milliseconds of the simulation. */
export interface Limits {
  /** The least time after which an owner that is alive may lose a delivery: its lease, less the difference of two clocks. */
  readonly leaseMs: number;
  /** The least silence after which others may take a worker for dead. */
  readonly silentMs: number;
}

/** The columns of each table that the rules are about. */
const COLUMNS: Readonly<Record<string, string>> = {
  events: 'id, object, object_id, object_version, event, position',
  brands: 'version',
  webhooks: 'version, url, enabled, ordered, on_update',
  webhook_deliveries: 'event_id, webhook_id, state, attempts, tries, error, lease_token, lease_until',
  webhook_attempts: 'delivery_id, number',
  webhook_workers: 'id',
  worker_leases: 'token, lease_until',
};

/** The database as ledgers see it: what is committed, and a place for breaches of the rules. */
export interface Book {
  readonly database: SimulatedDatabase;
  /** The webhook whose deliveries an API process has been asked to send again. */
  readonly asked: Map<Party, string>;
  now(): number;
  fail(rule: string): void;
}

/** Reads a committed row. */
export function rowOf({ database }: Book, table: string, id: string): Record<string, unknown> | undefined {
  return database.query(`SELECT ${COLUMNS[table]} FROM ${table} WHERE id = ?`, id)[0];
}
