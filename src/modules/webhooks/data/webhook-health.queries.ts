import { type EntityManager, In } from 'typeorm';
import { storedTime } from '../../../platform/database/rows/stored-time';
import { type DeliveryState } from '../domain/delivery-verdict';
import { WebhookHealth } from './webhook-health.entity';

/** Pending deliveries of a webhook that are counted; more are this many. It bounds the index entries that a record reads. */
export const MAX_PENDING = 10_000;
/** Dead deliveries of a webhook that are counted; more are this many. */
export const MAX_DEAD = 1_000;

/** The health of a webhook as its record shows it. */
export interface Health extends Pick<WebhookHealth, 'failures' | 'failingSince' | 'lastSuccessAt' | 'lastFailureAt'> {
  readonly pending: number;
  /** Pending deliveries that are due. */
  readonly due: number;
  /** Pending deliveries whose next attempt is later. */
  readonly waiting: number;
  readonly dead: number;
}

/** Reads the health of webhooks: five statements, however many they are. @param ids at most a page of them */
export async function readHealth(
  manager: EntityManager,
  ids: readonly string[],
  now: Date,
): Promise<(id: string) => Health> {
  if (ids.length === 0) return () => healthOf(undefined, {});
  const rows = await manager.findBy(WebhookHealth, { id: In([...ids]) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const pending = await countPending(manager, ids);
  const due = await countInState(manager, ids, { state: 'pending', most: MAX_PENDING, due: ['<=', now] });
  const waiting = await countInState(manager, ids, { state: 'pending', most: MAX_PENDING, due: ['>', now] });
  const dead = await countInState(manager, ids, { state: 'dead', most: MAX_DEAD });
  return (id) =>
    healthOf(byId.get(id), {
      pending: pending.get(id),
      due: due.get(id),
      waiting: waiting.get(id),
      dead: dead.get(id),
    });
}

type Counts = { readonly [Name in 'pending' | 'due' | 'waiting' | 'dead']?: number | undefined };

function healthOf(row: WebhookHealth | undefined, { pending = 0, due = 0, waiting = 0, dead = 0 }: Counts): Health {
  const { failures = 0, failingSince = null, lastSuccessAt = null, lastFailureAt = null } = row ?? {};
  return { failures, failingSince, lastSuccessAt, lastFailureAt, pending, due, waiting, dead };
}

/** Counts the pending deliveries of webhooks, {@link MAX_PENDING} at most, by id of the webhook. */
export const countPending = (manager: EntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, number>> =>
  countInState(manager, ids, { state: 'pending', most: MAX_PENDING });

/** The deliveries of one state that are counted. */
interface Counted {
  readonly state: DeliveryState;
  readonly most: number;
  /** Comparison of their due time with an instant. */
  readonly due?: readonly ['<=' | '>', Date];
}

/** Counts along the index of lanes: of each webhook `most` entries at most. */
async function countInState(
  manager: EntityManager,
  ids: readonly string[],
  { state, most, due }: Counted,
): Promise<ReadonlyMap<string, number>> {
  // Both values of is_retry: the column stands before the time in the index.
  const timed = due === undefined ? '' : ` AND is_retry IN (0, 1) AND due_at ${due[0]} ?`;
  const times = due === undefined ? [] : [storedTime(manager, due[1])];
  const one = `SELECT ? AS id, COUNT(*) AS deliveries FROM (
    SELECT 1 FROM webhook_deliveries WHERE webhook_id = ? AND state = ?${timed} LIMIT ${most}
  ) AS found`;
  const rows = await manager.query<{ id: string; deliveries: string | number }[]>(
    ids.map(() => one).join(' UNION ALL '),
    ids.flatMap((id) => [id, id, state, ...times]),
  );
  return new Map(rows.map(({ id, deliveries }) => [id, Number(deliveries)]));
}
