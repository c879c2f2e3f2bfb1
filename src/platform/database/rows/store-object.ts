import { IdColumn, IntegerColumn, TimeColumn } from './columns';

/** Columns of every store object besides its id. The subscriber of platform/events raises `version` and `updatedAt` on each real change. */
export abstract class VersionedRow {
  abstract id: string;

  /** Rises by one with each change; receivers of events drop what is older than what they have. A column of each kind. */
  abstract version: number;

  @TimeColumn()
  createdAt!: Date;

  @TimeColumn()
  updatedAt!: Date;

  /**
   * Names the event of the change being saved, in place of `updated`: `disabled` makes `webhook.disabled`. No
   * column; it lasts as long as the loaded row.
   */
  happening?: string;

  /** Sealed fields that the event of the change being saved has beside those of the record. No column, as {@link happening}. */
  told?: Readonly<Record<string, { readonly $sealed: string }>>;

  /** The row as the database has it, of one that is locked and tracked (`row-changes.ts`). No column. */
  stored?: object;
}

/** A store object with a numeric-looking id: all of them but webhooks. */
export abstract class StoreObject extends VersionedRow {
  @IdColumn()
  id!: string;

  @IntegerColumn()
  version!: number;
}
