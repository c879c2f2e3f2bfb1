import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { removeRows } from '../database/rows/row-removal';
import { type VersionedRow } from '../database/rows/store-object';
import { StoreObjectSubscriber } from './store-object.subscriber';
import { StoreObjects } from './store-objects';

/** Removes many store objects in few statements, each with its event, as `remove` of the entity manager does one by one. */
@Injectable()
export class StoreObjectRemoval {
  constructor(
    private readonly kinds: StoreObjects,
    private readonly events: StoreObjectSubscriber,
  ) {}

  /**
   * @param rows loaded and locked in this transaction
   * @throws Error when they are no store objects
   */
  async remove<T extends VersionedRow>(tx: EntityManager, entity: new () => T, rows: readonly T[]): Promise<void> {
    const kind = this.kinds.kindOf(entity);
    if (kind === undefined) throw new Error(`${entity.name} is no store object`);
    if (rows.length === 0) return;
    for (const row of rows) row.version += 1;
    await this.events.writeRemoved(tx, kind, rows);
    await removeRows(tx, entity, { keys: rows.map(({ id }) => id) });
  }
}
