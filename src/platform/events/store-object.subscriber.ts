import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  DataSource,
  type EntityManager,
  type EntitySubscriberInterface,
  type InsertEvent,
  type QueryRunner,
  type RemoveEvent,
  type TransactionCommitEvent,
  type TransactionRollbackEvent,
  type UpdateEvent,
} from 'typeorm';
import { Clock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { confirmRevisions } from '../database/connection/assumed-revisions';
import { afterCommit, dropAfterCommit, runAfterCommit } from '../database/connection/after-commit';
import { runBeforeCommit } from '../database/connection/before-commit';
import { VersionedRow } from '../database/rows/store-object';
import { OutboxNotifier } from './outbox-notifier';
import { type PreparedRow, preparedRow } from '../database/rows/row-reader';
import { type SpanStart, Tracing } from '../tracing/tracing';
import { insertEvents } from './event-epochs';
import { EventRow, type EventKind } from './event.entity';
import { PAST_TENSE } from './event-catalogue';
import { type StoreObjectKind, StoreObjects } from './store-objects';

const EVENTS = 'storekeeper:events';

/** Describes the span of writing an event, by OpenTelemetry's conventions for messaging. */
function eventSpan(id: string, type: string): SpanStart {
  return {
    name: 'create events',
    kind: 'producer',
    attributes: {
      'messaging.system': 'storekeeper',
      'messaging.operation.type': 'create',
      'messaging.destination.name': 'events',
      'messaging.message.id': id,
      'storekeeper.event.type': type,
    },
  };
}

/**
 * Writes the event of every change of a store object, in the transaction of the change (webhooks.md 1). It is the only
 * writer of events. It sees inserts of whole rows and `save` and `remove` of loaded entities; other writes are forbidden.
 */
@Injectable()
export class StoreObjectSubscriber implements EntitySubscriberInterface<VersionedRow> {
  constructor(
    @InjectDataSource() dataSource: DataSource,
    private readonly kinds: StoreObjects,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly notifier: OutboxNotifier,
    private readonly tracing: Tracing,
  ) {
    dataSource.subscribers.push(this);
  }

  /** Raises the version and the time of change, only when something really changed. */
  beforeUpdate(event: UpdateEvent<VersionedRow>): void {
    const row = event.entity;
    if (!(row instanceof VersionedRow)) return;
    // Only the version was raised: an event about a row that stays as it is, and so does its time of change.
    if (event.updatedColumns.every(({ propertyName }) => propertyName === 'version')) return;
    row.version += 1;
    row.updatedAt = this.clock.now();
  }

  async afterInsert(event: InsertEvent<VersionedRow>): Promise<void> {
    await this.record(event.manager, 'create', event.metadata.target, event.entity);
  }

  async afterUpdate(event: UpdateEvent<VersionedRow>): Promise<void> {
    await this.record(event.manager, 'update', event.metadata.target, event.entity as VersionedRow | undefined);
  }

  async afterRemove(event: RemoveEvent<VersionedRow>): Promise<void> {
    // TypeORM takes the id off a removed entity; the row as it was still has it. A bulk delete has none.
    const row = event.databaseEntity as VersionedRow | undefined;
    if (row instanceof VersionedRow) row.version += 1;
    await this.record(event.manager, 'delete', event.metadata.target, row);
  }

  async beforeTransactionCommit({ queryRunner }: TransactionCommitEvent): Promise<void> {
    await writeEventsNow(queryRunner.manager);
    await runBeforeCommit(queryRunner);
    await confirmRevisions(queryRunner.manager);
  }

  afterTransactionCommit({ queryRunner }: TransactionCommitEvent): void {
    runAfterCommit(queryRunner);
  }

  afterTransactionRollback({ queryRunner }: TransactionRollbackEvent): void {
    dropAfterCommit(queryRunner);
    forgetEvents(queryRunner);
  }

  private async record(
    manager: EntityManager,
    event: EventKind,
    target: unknown,
    row: VersionedRow | undefined,
  ): Promise<void> {
    const kind = this.kinds.kindOf(target);
    if (kind === undefined) return;
    if (!(row instanceof VersionedRow)) {
      throw new Error(`${kind.object} was written in bulk: such a change has no event. Save or remove loaded rows`);
    }
    const record = await kind.record(manager, row);
    const data = event === 'update' && row.told !== undefined ? { ...(record as object), ...row.told } : record;
    await this.write(manager, kind, row, this.eventOf(kind, event, row, data));
  }

  /** Writes the events of rows that `StoreObjectRemoval` removes. @param rows of one kind, with their last version */
  async writeRemoved(manager: EntityManager, kind: StoreObjectKind, rows: readonly VersionedRow[]): Promise<void> {
    const records = await kind.records(manager, rows);
    for (const [at, row] of rows.entries()) {
      await this.write(manager, kind, row, this.eventOf(kind, 'delete', row, records[at]));
    }
  }

  private eventOf(kind: StoreObjectKind, event: EventKind, row: VersionedRow, data: unknown): EventRow {
    const happening = event === 'update' ? row.happening : undefined;
    return {
      id: this.ids.nextUuid(),
      type: `${kind.object}.${happening ?? PAST_TENSE[event]}`,
      object: kind.object,
      objectId: row.id,
      objectVersion: row.version,
      event,
      occurredAt: this.clock.now(),
      data,
      fannedOutAt: null,
      traceParent: null,
      epoch: null,
      position: null,
    };
  }

  private async write(
    manager: EntityManager,
    kind: StoreObjectKind,
    row: VersionedRow,
    event: EventRow,
  ): Promise<void> {
    await this.tracing.run(eventSpan(event.id, event.type), async ({ traceParent }) => {
      event.traceParent = traceParent;
      const kept = { event, kind, row };
      // The extras of a removed row are about to be removed as well.
      const isFinal = kind.extras === undefined || event.event === 'delete';
      const [prepared] = isFinal ? await completed(manager, [kept]) : [];
      await this.keepUntilCommit(manager, { ...kept, prepared });
    });
  }

  /** Keeps the event as it is now until the commit, which writes all events of a transaction at once. */
  private async keepUntilCommit(manager: EntityManager, kept: KeptEvent): Promise<void> {
    const { queryRunner } = manager;
    if (queryRunner?.isTransactionActive !== true) {
      await insertEvents(manager, await completed(manager, [kept]));
      return;
    }
    const open = openEvents(queryRunner);
    open.rows.push(kept);
    open.ids.push(kept.event.id);
    if (open.ids.length > 1) return;
    // One notification for each transaction, with all its events.
    afterCommit(manager, () => this.notifier.notify(forgetEvents(queryRunner)));
  }
}

/** An event with the record of its moment. */
interface KeptEvent {
  readonly event: EventRow;
  readonly kind: StoreObjectKind;
  readonly row: VersionedRow;
  /** Undefined: it still gets its extras. Its record is an object of its own, which later changes of the row leave alone. */
  readonly prepared?: PreparedRow;
}

/**
 * Writes the events of a transaction so far, which otherwise wait for its commit. Call it before locking a row that many
 * transactions want: the lock is shorter when only the commit comes after it.
 */
export async function writeEventsNow(manager: EntityManager): Promise<void> {
  const open = (manager.queryRunner?.data as EventData | undefined)?.[EVENTS];
  if (open !== undefined) await insertEvents(manager, await completed(manager, open.rows.splice(0)));
}

/** The events of an open transaction. */
interface OpenEvents {
  readonly rows: KeptEvent[];
  readonly ids: string[];
}

interface EventData {
  [EVENTS]?: OpenEvents;
}

function openEvents({ data }: QueryRunner): OpenEvents {
  return ((data as EventData)[EVENTS] ??= { rows: [], ids: [] });
}

/** Forgets the events of a transaction. @returns their ids */
function forgetEvents({ data }: QueryRunner): readonly string[] {
  const { ids = [] } = (data as EventData)[EVENTS] ?? {};
  delete (data as EventData)[EVENTS];
  return ids;
}

/** Returns the rows to write. Adds the extras to events that lack them, with one read for each kind. */
async function completed(manager: EntityManager, kept: readonly KeptEvent[]): Promise<PreparedRow[]> {
  const open = kept.filter(({ prepared }) => prepared === undefined);
  for (const kind of new Set(open.map((one) => one.kind))) {
    const events = open.filter((one) => one.kind === kind);
    const rows = new Map(events.map(({ row }) => [row.id, row]));
    const extras = await kind.extras?.(manager, [...rows.values()]);
    for (const { event } of events) event.data = { ...(event.data as object), ...extras?.get(event.objectId) };
  }
  return kept.map(({ prepared, event }) => prepared ?? preparedRow(manager, EventRow, event));
}
