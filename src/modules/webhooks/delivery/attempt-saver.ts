import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { Clock } from '../../../kernel/clock';
import { IdGenerator } from '../../../kernel/ids';
import { afterCommit } from '../../../platform/database/connection/after-commit';
import { insertRows } from '../../../platform/database/rows/row-reader';
import { Transactions } from '../../../platform/database/connection/transactions';
import { type AttemptOutcome } from '../domain/attempt-outcome';
import { isFailingTooLong, type Verdict } from '../domain/delivery-verdict';
import { DeadDeliveryMetrics } from './dead-delivery-metrics';
import { Lanes } from '../lanes/lanes';
import { WebhooksService } from '../webhooks.service';
import { WebhookAttempt } from '../data/webhook-attempt.entity';
import { WebhookDelivery } from '../data/webhook-delivery.entity';
import { WebhookHealth } from '../data/webhook-health.entity';
import { type DisabledReason } from '../data/webhook.entity';

/** The outcome of an attempt, and what follows for its delivery. */
export interface AttemptResult {
  /** As claimed, with the token that lets the result count. */
  readonly delivery: WebhookDelivery;
  readonly startedAt: Date;
  readonly outcome: AttemptOutcome;
  readonly verdict: Verdict;
}

/** The results that count. */
interface Owned {
  readonly counted: readonly AttemptResult[];
  /** Ids of the deliveries that others of an ordered webhook wait for. */
  readonly inLanes: readonly string[];
}

/** Greatest delay of the stored time of the last success. */
const SUCCESS_EVERY_MS = 1_000;

const GATHER_MS = 25;
const GATHER_EMBEDDED_MS = 5;

const FREE = { leaseToken: null, leaseUntil: null, lostLeases: 0, isRetry: true } as const;

/** Saves attempts, and the states of deliveries and webhooks that follow from them (webhooks.md 9 to 13). */
@Injectable()
export class AttemptSaver {
  constructor(
    private readonly transactions: Transactions,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly webhooks: WebhooksService,
    private readonly endings: DeadDeliveryMetrics,
    private readonly lanes: Lanes,
  ) {}

  /** Milliseconds between two batches of results, which one transaction saves. */
  get gatherMs(): number {
    return this.transactions.isEmbedded ? GATHER_EMBEDDED_MS : GATHER_MS;
  }

  /**
   * Whether a place is free before its result is saved. SQLite syncs each commit before anything else runs: there full batches are
   * worth more than a place that is free early.
   */
  get freesEarly(): boolean {
    return !this.transactions.isEmbedded;
  }

  /** Saves attempts. A result whose lease was lost meanwhile does not count: another worker owns the delivery. */
  async save(results: readonly AttemptResult[]): Promise<void> {
    await this.transactions.run(async (tx) => {
      const { counted, inLanes } = await this.stillOwned(tx, results);
      if (counted.length === 0) return;
      await this.addAttempts(tx, counted);
      await this.moveDeliveries(tx, counted);
      await this.lanes.advance(tx, inLanes);
      await this.judgeWebhooks(tx, counted);
    });
  }

  private async stillOwned(tx: EntityManager, results: readonly AttemptResult[]): Promise<Owned> {
    const query = tx
      .createQueryBuilder(WebhookDelivery, 'delivery')
      .select('delivery.id', 'id')
      .addSelect('delivery.leaseToken', 'leaseToken')
      .addSelect('(SELECT 1 FROM webhook_lanes lane WHERE lane.id = delivery.id)', 'lane')
      .where('delivery.id IN (:...ids)', { ids: results.map(({ delivery }) => delivery.id) })
      .andWhere("delivery.state = 'pending'");
    if (!this.transactions.isEmbedded) query.setLock('pessimistic_write');
    const owned = await query.getRawMany<{ id: string | number; leaseToken: string | null; lane: number | null }>();
    const rows = new Map(owned.map((row) => [String(row.id), row]));
    const counted = results.filter(({ delivery }) => rows.get(delivery.id)?.leaseToken === delivery.leaseToken);
    const ids = counted.map(({ delivery }) => delivery.id);
    return { counted, inLanes: ids.filter((id) => rows.get(id)?.lane === 1) };
  }

  private async addAttempts(tx: EntityManager, results: readonly AttemptResult[]): Promise<void> {
    const rows = results.map(({ delivery, startedAt, outcome, verdict }) => ({
      id: this.ids.next(),
      deliveryId: delivery.id,
      number: delivery.attempts + 1,
      startedAt,
      durationMs: outcome.ms,
      status: outcome.outcome === 'response' ? outcome.status : null,
      error: verdict.code,
      response: outcome.outcome === 'response' ? outcome.head : null,
    }));
    await insertRows(tx, WebhookAttempt, rows);
  }

  private async moveDeliveries(tx: EntityManager, results: readonly AttemptResult[]): Promise<void> {
    const now = this.clock.now();
    const counted = { tries: () => 'tries + 1', attempts: () => 'attempts + 1', updatedAt: now, ...FREE };
    const delivered = results.filter(({ verdict }) => verdict.state === 'delivered');
    if (delivered.length > 0) {
      const ids = delivered.map(({ delivery }) => delivery.id);
      await tx
        .createQueryBuilder()
        .update(WebhookDelivery)
        .set({ ...counted, state: 'delivered', error: null, dueAt: null })
        .where('id IN (:...ids)', { ids })
        .execute();
    }
    for (const { delivery, verdict } of results) {
      if (verdict.state === 'delivered') continue;
      const dueAt = verdict.retryInMs === null ? null : new Date(now.getTime() + verdict.retryInMs);
      await tx.update(
        WebhookDelivery,
        { id: delivery.id },
        { ...counted, state: verdict.state, error: verdict.code, dueAt },
      );
    }
  }

  private async judgeWebhooks(tx: EntityManager, results: readonly AttemptResult[]): Promise<void> {
    const [delivered, failing] = splitByWebhook(results);
    for (const [id, since] of failing) {
      const run = {
        failures: () => `failures + ${since.count}`,
        failingSince: () => 'COALESCE(failing_since, :since)',
        lastFailureAt: since.last,
      };
      await tx
        .createQueryBuilder()
        .update(WebhookHealth)
        .set(run)
        .where({ id })
        .setParameters({ since: since.first })
        .execute();
    }
    if (delivered.size > 0) {
      await this.noteSuccess(tx, [...delivered]);
    }
    const gone = results.filter(({ verdict }) => verdict.disablesWebhook).map(({ delivery }) => delivery.webhookId);
    for (const id of new Set(gone)) await this.disable(tx, id, 'gone');
    if (failing.size === 0) return;
    const runs = await tx.findBy(WebhookHealth, { id: In([...failing.keys()]) });
    for (const run of runs) {
      if (isFailingTooLong(run, this.clock.now())) await this.disable(tx, run.id, 'failing');
    }
  }

  /** A webhook that does well is written once a second and worker: its row never becomes a queue (events.md 15). */
  private async noteSuccess(tx: EntityManager, ids: readonly string[]): Promise<void> {
    const now = this.clock.now();
    const before = new Date(now.getTime() - SUCCESS_EVERY_MS);
    await tx
      .createQueryBuilder()
      .update(WebhookHealth)
      .set({ failures: 0, failingSince: null, lastSuccessAt: now })
      .where('id IN (:...ids)', { ids })
      .andWhere('(failing_since IS NOT NULL OR last_success_at IS NULL OR last_success_at <= :before)', { before })
      .execute();
  }

  private async disable(tx: EntityManager, id: string, reason: DisabledReason): Promise<void> {
    if (await this.webhooks.disable(tx, id, reason)) afterCommit(tx, () => this.endings.webhookDisabled(id, reason));
  }
}

interface Failing {
  count: number;
  first: Date;
  last: Date;
}

/** Webhooks with a delivered attempt in the batch, and the failed attempts of all. */
function splitByWebhook(results: readonly AttemptResult[]): [Set<string>, Map<string, Failing>] {
  const delivered = new Set<string>();
  const failing = new Map<string, Failing>();
  for (const { delivery, verdict, startedAt } of results) {
    if (verdict.state === 'delivered') {
      delivered.add(delivery.webhookId);
      continue;
    }
    const run = failing.get(delivery.webhookId) ?? { count: 0, first: startedAt, last: startedAt };
    run.count += 1;
    if (startedAt < run.first) run.first = startedAt;
    if (startedAt > run.last) run.last = startedAt;
    failing.set(delivery.webhookId, run);
  }
  return [delivered, failing];
}
