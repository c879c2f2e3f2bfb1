import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  DataSource,
  type EntityManager,
  type EntitySubscriberInterface,
  type InsertEvent,
  type RemoveEvent,
  type UpdateEvent,
} from 'typeorm';
import { Clock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { StoreObject } from '../database/store-object';
import { EventRow, type EventKind } from './event.entity';
import { StoreObjects } from './store-objects';

const PAST = { create: 'created', update: 'updated', delete: 'deleted' } as const satisfies Record<EventKind, string>;

/**
 * Writes the event of every change of a store object, in the transaction of the change (webhooks.md 1). Nobody else
 * writes events. It sees inserts of whole rows and `save` and `remove` of loaded entities; other writes are forbidden.
 */
@Injectable()
export class StoreObjectSubscriber implements EntitySubscriberInterface<StoreObject> {
  constructor(
    @InjectDataSource() dataSource: DataSource,
    private readonly kinds: StoreObjects,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {
    dataSource.subscribers.push(this);
  }

  /** Raises the version and the time of change, only when something really changed. */
  beforeUpdate(event: UpdateEvent<StoreObject>): void {
    const row = event.entity;
    if (!(row instanceof StoreObject) || event.updatedColumns.length === 0) return;
    row.version += 1;
    row.updatedAt = this.clock.now();
  }

  async afterInsert(event: InsertEvent<StoreObject>): Promise<void> {
    await this.record('create', event.metadata.target, event.entity, event.manager);
  }

  async afterUpdate(event: UpdateEvent<StoreObject>): Promise<void> {
    await this.record('update', event.metadata.target, event.entity as StoreObject | undefined, event.manager);
  }

  async afterRemove(event: RemoveEvent<StoreObject>): Promise<void> {
    // TypeORM takes the id off a removed entity; the row as it was still has it. A bulk delete has none.
    const row = event.databaseEntity as StoreObject | undefined;
    if (row instanceof StoreObject) row.version += 1;
    await this.record('delete', event.metadata.target, row, event.manager);
  }

  private async record(
    event: EventKind,
    target: unknown,
    row: StoreObject | undefined,
    manager: EntityManager,
  ): Promise<void> {
    const kind = this.kinds.of(target);
    if (kind === undefined) return;
    if (!(row instanceof StoreObject)) {
      throw new Error(`${kind.object} was written in bulk: such a change has no event. Save or remove loaded rows`);
    }
    await manager.insert(EventRow, {
      id: this.ids.nextUuid(),
      type: `${kind.object}.${PAST[event]}`,
      object: kind.object,
      objectId: row.id,
      objectVersion: row.version,
      event,
      occurredAt: this.clock.now(),
      data: (await kind.record(row, manager)) as object,
    });
  }
}
