import { IdColumn, IntegerColumn, TimeColumn } from './columns';

/** What every store object has. The subscriber of platform/events raises `version` and `updatedAt` on each real change. */
export abstract class StoreObject {
  @IdColumn()
  id!: string;

  /** Rises by one with each change; receivers of events drop what is older than what they have. */
  @IntegerColumn()
  version!: number;

  @TimeColumn()
  createdAt!: Date;

  @TimeColumn()
  updatedAt!: Date;
}
