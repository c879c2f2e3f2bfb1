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
import { afterCommit, dropAfterCommit, runAfterCommit } from '../database/after-commit';
import { VersionedRow } from '../database/store-object';
import { EventBell } from './event-bell';
import { insertPrepared, insertRows, type PreparedRow, preparedRow } from '../database/row-reader';
import { type SpanStart, Tracing } from '../tracing/tracing';
import { EventRow, type EventKind } from './event.entity';
import { type StoreObjectKind, StoreObjects } from './store-objects';

const EVENTS = 'storekeeper:events';
const PAST = { create: 'created', update: 'updated', delete: 'deleted' } as const satisfies Record<EventKind, string>;

/** The span of a message that is made, in the words of OpenTelemetry's conventions for messaging. */
function writing(id: string, type: string): SpanStart {
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
 * Writes the event of every change of a store object, in the transaction of the change (webhooks.md 1). Nobody else
 * writes events. It sees inserts of whole rows and `save` and `remove` of loaded entities; other writes are forbidden.
 */
@Injectable()
export class StoreObjectSubscriber implements EntitySubscriberInterface<VersionedRow> {
  constructor(
    @InjectDataSource() dataSource: DataSource,
    private readonly kinds: StoreObjects,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly bell: EventBell,
    private readonly tracing: Tracing,
  ) {
    dataSource.subscribers.push(this);
  }

  /** Raises the version and the time of change, only when something really changed. */
  beforeUpdate(event: UpdateEvent<VersionedRow>): void {
    const row = event.entity;
    if (!(row instanceof VersionedRow) || event.updatedColumns.length === 0) return;
    row.version += 1;
    row.updatedAt = this.clock.now();
  }

  async afterInsert(event: InsertEvent<VersionedRow>): Promise<void> {
    await this.record('create', event.metadata.target, event.entity, event.manager);
  }

  async afterUpdate(event: UpdateEvent<VersionedRow>): Promise<void> {
    await this.record('update', event.metadata.target, event.entity as VersionedRow | undefined, event.manager);
  }

  async afterRemove(event: RemoveEvent<VersionedRow>): Promise<void> {
    // TypeORM takes the id off a removed entity; the row as it was still has it. A bulk delete has none.
    const row = event.databaseEntity as VersionedRow | undefined;
    if (row instanceof VersionedRow) row.version += 1;
    await this.record('delete', event.metadata.target, row, event.manager);
  }

  async beforeTransactionCommit({ queryRunner }: TransactionCommitEvent): Promise<void> {
    const open = (queryRunner.data as EventData)[EVENTS];
    if (open === undefined) return;
    await insertPrepared(queryRunner.manager, EventRow, open.rows.splice(0));
  }

  afterTransactionCommit({ queryRunner }: TransactionCommitEvent): void {
    runAfterCommit(queryRunner);
  }

  afterTransactionRollback({ queryRunner }: TransactionRollbackEvent): void {
    dropAfterCommit(queryRunner);
    forgetEvents(queryRunner);
  }

  private async record(
    event: EventKind,
    target: unknown,
    row: VersionedRow | undefined,
    manager: EntityManager,
  ): Promise<void> {
    const kind = this.kinds.of(target);
    if (kind === undefined) return;
    if (!(row instanceof VersionedRow)) {
      throw new Error(`${kind.object} was written in bulk: such a change has no event. Save or remove loaded rows`);
    }
    await this.write(manager, this.eventOf(kind, event, row, await kind.record(row, manager)));
  }

  /** The events of rows that `StoreObjectRemoval` removes. @param rows of one kind, with their last version */
  async removed(manager: EntityManager, kind: StoreObjectKind, rows: readonly VersionedRow[]): Promise<void> {
    const records = await kind.records(rows, manager);
    for (const [at, row] of rows.entries()) {
      await this.write(manager, this.eventOf(kind, 'delete', row, records[at]));
    }
  }

  private eventOf(kind: StoreObjectKind, event: EventKind, row: VersionedRow, data: unknown): EventRow {
    const happening = event === 'update' ? row.happening : undefined;
    return {
      id: this.ids.nextUuid(),
      type: `${kind.object}.${happening ?? PAST[event]}`,
      object: kind.object,
      objectId: row.id,
      objectVersion: row.version,
      event,
      occurredAt: this.clock.now(),
      data,
      fannedOutAt: null,
      traceParent: null,
    };
  }

  private write(manager: EntityManager, row: EventRow): Promise<void> {
    return this.tracing.run(writing(row.id, row.type), ({ traceParent }) => {
      row.traceParent = traceParent;
      return this.keep(manager, row);
    });
  }

  /** Kept as it is now until the commit, which writes all of a transaction's events at once. */
  private async keep(manager: EntityManager, row: EventRow): Promise<void> {
    const { queryRunner } = manager;
    if (queryRunner?.isTransactionActive !== true) {
      await insertRows(manager, EventRow, [row]);
      return;
    }
    const open = openEvents(queryRunner);
    open.rows.push(preparedRow(manager, EventRow, row));
    open.ids.push(row.id);
    if (open.ids.length > 1) return;
    // One ring a transaction, with all its events.
    afterCommit(manager, () => this.bell.ring(forgetEvents(queryRunner)));
  }
}

/** The events of an open transaction. */
interface OpenEvents {
  readonly rows: PreparedRow[];
  readonly ids: string[];
}

interface EventData {
  [EVENTS]?: OpenEvents;
}

function openEvents({ data }: QueryRunner): OpenEvents {
  return ((data as EventData)[EVENTS] ??= { rows: [], ids: [] });
}

/** @returns the ids there were */
function forgetEvents({ data }: QueryRunner): readonly string[] {
  const { ids = [] } = (data as EventData)[EVENTS] ?? {};
  delete (data as EventData)[EVENTS];
  return ids;
}
