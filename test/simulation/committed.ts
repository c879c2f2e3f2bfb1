import { type DeliveryState } from '../../src/modules/webhooks/domain/delivery-verdict';
import { type Party } from './scheduler';
import { type SimulatedDatabase } from './simulated.database';

/** An event as it was committed. Numbers of commits are those of the database. */
export interface CommittedEvent {
  readonly id: string;
  readonly object: string;
  readonly objectId: string;
  readonly version: number;
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
  readonly committed: number;
  /** The commit that removed or disabled it. */
  ended: number | undefined;
}

export interface CommittedDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly webhookId: string;
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
  events: 'id, object, object_id, object_version, position',
  brands: 'version',
  webhooks: 'version, url, enabled',
  webhook_deliveries: 'event_id, webhook_id, state, attempts, tries, error, lease_token, lease_until',
  webhook_attempts: 'delivery_id, number',
  webhook_workers: 'id',
};

/** The database as ledgers see it: what is committed, and a place for breaches of the rules. */
export interface Book {
  readonly database: SimulatedDatabase;
  now(): number;
  fail(rule: string): void;
}

/** Reads a committed row. */
export function rowOf({ database }: Book, table: string, id: string): Record<string, unknown> | undefined {
  return database.query(`SELECT ${COLUMNS[table]} FROM ${table} WHERE id = ?`, id)[0];
}
