import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type VersionedRow } from '../database/store-object';

/** Records of rows, in their order, as the API answers them. */
export type Records<T> = (rows: readonly T[], manager: EntityManager) => unknown[] | Promise<unknown[]>;

/** How events speak of one kind of store object. */
export interface StoreObjectKind {
  /** The word of the event type: `order` in `order.updated`. */
  readonly object: string;
  record(row: VersionedRow, manager: EntityManager): Promise<unknown>;
  /** Records of rows, in their order. */
  records(rows: readonly VersionedRow[], manager: EntityManager): Promise<unknown[]>;
}

/** The kinds of store object there are. Each module registers its own, so that nothing in platform names a subject. */
@Injectable()
export class StoreObjects {
  private readonly kinds = new Map<unknown, StoreObjectKind>();

  /** @throws Error when the entity is registered twice */
  register<T extends VersionedRow>(entity: new () => T, object: string, records: Records<T>): void {
    if (this.kinds.has(entity)) throw new Error(`${entity.name} is registered already`);
    this.kinds.set(entity, {
      object,
      record: async (row, manager) => (await records([row as T], manager))[0],
      records: async (rows, manager) => records(rows as readonly T[], manager),
    });
  }

  /** The kind of an entity class; undefined for what is no store object. */
  of(entity: unknown): StoreObjectKind | undefined {
    return this.kinds.get(entity);
  }

  /** Entity classes that are store objects, with their words. */
  all(): ReadonlyMap<unknown, StoreObjectKind> {
    return this.kinds;
  }
}
