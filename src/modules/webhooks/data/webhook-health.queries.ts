import { type EntityManager, In } from 'typeorm';
import { WebhookHealth } from './webhook-health.entity';

/** Pending deliveries of a webhook that are counted; more are this many. It bounds the index entries that a record reads. */
export const MOST_PENDING = 10_000;

/** The health of a webhook as its record shows it. */
export interface Health extends Pick<WebhookHealth, 'failures' | 'lastSuccessAt' | 'lastFailureAt'> {
  readonly pending: number;
}

/** Reads the health of webhooks: two statements, however many they are. @param ids at most a page of them */
export async function readHealth(manager: EntityManager, ids: readonly string[]): Promise<(id: string) => Health> {
  if (ids.length === 0) return () => healthOf(undefined, undefined);
  const rows = await manager.findBy(WebhookHealth, { id: In([...ids]) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const pending = await countPending(manager, ids);
  return (id) => healthOf(byId.get(id), pending.get(id));
}

function healthOf(row: WebhookHealth | undefined, pending = 0): Health {
  const { failures = 0, lastSuccessAt = null, lastFailureAt = null } = row ?? {};
  return { failures, lastSuccessAt, lastFailureAt, pending };
}

/** Counts the pending deliveries of webhooks, {@link MOST_PENDING} at most, by id of the webhook. */
export async function countPending(
  manager: EntityManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const one = `SELECT ? AS id, COUNT(*) AS pending FROM (
    SELECT 1 FROM webhook_deliveries WHERE webhook_id = ? AND state = 'pending' LIMIT ${MOST_PENDING}
  ) AS deliveries`;
  const rows = await manager.query<{ id: string; pending: string | number }[]>(
    ids.map(() => one).join(' UNION ALL '),
    ids.flatMap((id) => [id, id]),
  );
  return new Map(rows.map(({ id, pending }) => [id, Number(pending)]));
}
