import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../../kernel/clock';
import { afterCommit } from '../../../platform/database/connection/after-commit';
import { insertRows } from '../../../platform/database/rows/row-reader';
import { type SequencedEvent } from '../../../platform/events/event-sequence';
import { type Job, JobQueue } from '../../../platform/queue/job-queue.port';
import { type WebhookDelivery } from '../data/webhook-delivery.entity';
import { WebhookLaneEntry } from '../data/webhook-lane.entity';
import { type Lane, laneKey } from '../domain/lane-order';
import { DELIVERIES_QUEUE } from '../webhook-queues';
import { addDue, lanesInUse, lanesOf, lockWebhooks, type LookedAt, markDue, removeEnded } from './lane-rows';
import { settleLanes, type Woken } from './settle-lanes';

/** A new delivery, and the event that it is of. */
export interface Told {
  readonly delivery: WebhookDelivery;
  readonly event: Pick<SequencedEvent, 'object' | 'objectId' | 'objectVersion'>;
}

/**
 * Keeps the deliveries of ordered webhooks in order (events.md 14): of those of one object one is awake, the others wait with
 * no `dueAt`. A transaction that changes the lanes of a webhook holds the lock of its row until it commits; claims
 * need none, for only what is awake can be due.
 */
@Injectable()
export class Lanes {
  constructor(
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** Adds new deliveries of fan-out, not yet inserted: they have the highest versions of their objects, so they go last. */
  async follow(tx: EntityManager, told: readonly Told[]): Promise<void> {
    if (told.length === 0) return;
    const kept = await lockWebhooks(
      tx,
      told.map(({ delivery }) => delivery.webhookId),
    );
    const entries = told.filter(({ delivery }) => kept.has(delivery.webhookId)).map(entryOf);
    if (entries.length === 0) return;
    const busy = new Set((await lanesInUse(tx, entries)).map(laneKey));
    const waiting = new Set<string>();
    for (const entry of entries) {
      const key = laneKey(entry);
      entry.isAwake = !busy.has(key);
      if (!entry.isAwake) waiting.add(entry.id);
      busy.add(key);
    }
    for (const { delivery } of told) if (waiting.has(delivery.id)) delivery.dueAt = null;
    await insertRows(tx, WebhookLaneEntry, entries);
  }

  /** Puts deliveries that were made due, by a resend or a replay, where their versions belong. Needs the lock of their webhook. */
  async join(tx: EntityManager, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await markDue(tx, ids);
    await addDue(tx, `d.id IN (${ids.map(() => '?').join()})`, ids);
    await this.settle(tx, await lanesOf(tx, ids));
  }

  /** Goes on in the lanes of these deliveries: some have ended, others are to be tried again. */
  async advance(tx: EntityManager, ids: readonly string[]): Promise<void> {
    const lanes = ids.length === 0 ? [] : await lanesOf(tx, ids);
    if (lanes.length === 0) return;
    await lockWebhooks(
      tx,
      lanes.map(({ webhookId }) => webhookId),
    );
    await this.settle(tx, lanes);
  }

  /** Goes on in lanes that were found broken. */
  async mend(tx: EntityManager, { ended, broken }: Pick<LookedAt, 'ended' | 'broken'>): Promise<void> {
    await lockWebhooks(
      tx,
      broken.map(({ webhookId }) => webhookId),
    );
    await removeEnded(tx, ended);
    await this.settle(tx, broken);
  }

  private async settle(tx: EntityManager, lanes: readonly Lane[]): Promise<void> {
    const woken = await settleLanes(tx, lanes, this.clock);
    if (woken.length > 0) afterCommit(tx, () => this.queue.add(DELIVERIES_QUEUE, woken.map(jobOf)));
  }
}

const jobOf = ({ id, webhookId }: Woken): Job => ({ id, of: webhookId, ids: [id] });

function entryOf({ delivery, event }: Told): WebhookLaneEntry {
  const { object, objectId, objectVersion } = event;
  const { id, webhookId } = delivery;
  return Object.assign(new WebhookLaneEntry(), { id, webhookId, object, objectId, objectVersion, isAwake: true });
}
