import { Injectable } from '@nestjs/common';
import { firstIdAt, instantOf } from '../../kernel/ids';
import { Transactions } from '../../platform/database/connection/transactions';
import { storedTime } from '../../platform/database/rows/stored-time';
import { Webhook } from './data/webhook.entity';
import { WebhookWorkerRow } from './data/webhook-worker.entity';
import { figuresOf, SLOT_MS, type SlotFigures, slotsUntil } from './domain/attempt-slots';

/** Attempts that are read of five minutes. */
const SAMPLE = 2_000;
/** Workers that are told; a store has a handful. */
const MAX_WORKERS = 100;

/** The deliveries that wait, are under way and are dead. */
export interface DeliveryFigures {
  /** Due and not under way. */
  readonly due: number;
  readonly underWay: number;
  /** Since when the oldest of them is due; null: none is. */
  readonly oldest: Date | null;
  /** Due later. */
  readonly waiting: number;
  readonly dead: number;
}

/** Webhooks by state. */
export interface WebhookFigures {
  readonly enabled: number;
  readonly disabled: number;
  /** Disabled webhooks that the store disabled because their receiver failed. */
  readonly disabledByStore: number;
}

/** A worker that delivers. */
export interface WorkerFigures {
  readonly id: string;
  /** Its last sign of life; null: a worker of an older version, which does not say. */
  readonly beatAt: Date | null;
}

type Count = string | number | null;

/** Reads figures of deliveries for operators, each by one bounded statement (console.md 9). */
@Injectable()
export class DeliveryFiguresService {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Counts deliveries along the index of due ones, up to a limit: of those that are due, the ones due longest; of those due later and of the dead, any.
   * @param limit of each count
   */
  async deliveries(now: Date, limit: number): Promise<DeliveryFigures> {
    const { manager } = this.transactions;
    const at = storedTime(manager, now);
    const free = '(lease_until IS NULL OR lease_until < ?)';
    const sql = `SELECT COUNT(*) AS pending, SUM(CASE WHEN ${free} THEN 1 ELSE 0 END) AS due,
        MIN(CASE WHEN ${free} THEN due_at END) AS oldest
      FROM (SELECT due_at, lease_until FROM webhook_deliveries WHERE state = 'pending' AND due_at <= ?
        ORDER BY due_at LIMIT ${limit}) found`;
    const [row] = await manager.query<{ pending: Count; due: Count; oldest: Date | string | null }[]>(sql, [
      at,
      at,
      at,
    ]);
    const due = Number(row?.due ?? 0);
    return {
      due,
      underWay: Number(row?.pending ?? 0) - due,
      oldest: row?.oldest ? instantFrom(row.oldest) : null,
      waiting: await this.count(`state = 'pending' AND due_at > ?`, [at], limit),
      dead: await this.count(`state = 'dead'`, [], limit),
    };
  }

  /** Counts deliveries along the index of due ones. */
  private async count(where: string, values: readonly unknown[], limit: number): Promise<number> {
    const sql = `SELECT COUNT(*) AS deliveries FROM (SELECT state FROM webhook_deliveries WHERE ${where} LIMIT ${limit}) found`;
    const [row] = await this.transactions.manager.query<{ deliveries: Count }[]>(sql, [...values]);
    return Number(row?.deliveries ?? 0);
  }

  /** Returns the attempts of the last hour by five minutes, oldest first. Ids of attempts rise with time: they are the index. */
  async lastHour(now: Date): Promise<SlotFigures[]> {
    const slots = slotsUntil(now);
    const parts = slots.map(
      (_, slot) => `SELECT ${slot} AS slot, COUNT(*) AS attempts, MAX(id) AS last,
        SUM(CASE WHEN error IS NULL THEN 0 ELSE 1 END) AS failed
        FROM (SELECT id, error FROM webhook_attempts WHERE id >= ? AND id < ? ORDER BY id LIMIT ${SAMPLE}) of_${slot}`,
    );
    const ids = slots.flatMap(({ from }) => [firstIdAt(from), firstIdAt(new Date(from.getTime() + SLOT_MS))]);
    const sql = parts.join(' UNION ALL ');
    const rows = await this.transactions.manager.query<
      { slot: string | number; attempts: Count; failed: Count; last: Count }[]
    >(sql, ids);
    const bySlot = new Map(rows.map((row) => [Number(row.slot), row]));
    return slots.map((slot, i) => {
      const { attempts, failed, last = null } = bySlot.get(i) ?? {};
      const made = last === null ? null : instantOf(String(last));
      return figuresOf(slot, { attempts: Number(attempts ?? 0), failed: Number(failed ?? 0), last: made }, SAMPLE);
    });
  }

  /** Counts webhooks, of which there are at most WEBHOOK_LIMIT. */
  async webhooks(): Promise<WebhookFigures> {
    const rows = await this.transactions.manager
      .createQueryBuilder(Webhook, 'webhook')
      .select('webhook.enabled', 'enabled')
      .addSelect('COUNT(*)', 'webhooks')
      .addSelect('COUNT(webhook.disabledReason)', 'byStore')
      .groupBy('webhook.enabled')
      .getRawMany<{ enabled: number | boolean; webhooks: Count; byStore: Count }>();
    const of = (isEnabled: boolean) => rows.find(({ enabled }) => Boolean(Number(enabled)) === isEnabled);
    return {
      enabled: Number(of(true)?.webhooks ?? 0),
      disabled: Number(of(false)?.webhooks ?? 0),
      disabledByStore: Number(of(false)?.byStore ?? 0),
    };
  }

  /** Returns the workers of a store with a server. The one process of an embedded store gives no signs of life. */
  async workers(): Promise<WorkerFigures[]> {
    const rows = await this.transactions.manager.find(WebhookWorkerRow, { order: { id: 'ASC' }, take: MAX_WORKERS });
    return rows.map(({ id, beatAt }) => ({ id, beatAt }));
  }
}

function instantFrom(stored: Date | string): Date {
  return stored instanceof Date ? stored : new Date(`${stored.replace(' ', 'T')}Z`);
}
