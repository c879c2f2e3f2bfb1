import { Entity, Index } from 'typeorm';
import { IdReference, IntegerColumn, StringColumn } from '../../../platform/database/rows/columns';
import { StoreObject } from '../../../platform/database/rows/store-object';
import { type ImageType } from '../domain/image-type';

/** An uploaded file (storefront.md 10). Several may have the same {@link FileContent}. */
@Entity('files')
@Index('ix_files__created_at', ['createdAt', 'id'])
@Index('ix_files__product', ['product', 'position'])
@Index('ix_files__hash', ['hash'])
@Index('uq_files__request_key', ['requestKey'], { unique: true })
export class StoredFile extends StoreObject {
  /** For people. */
  @StringColumn()
  name!: string;

  @StringColumn(16)
  type!: ImageType;

  /** Bytes. */
  @IntegerColumn()
  size!: number;

  /** Pixels. */
  @IntegerColumn({ nullable: true })
  width!: number | null;

  @IntegerColumn({ nullable: true })
  height!: number | null;

  /** SHA-256 of the content, hex: the id of its {@link FileContent}. */
  @StringColumn(64)
  hash!: string;

  /** The product that it is an image of. */
  @IdReference({ nullable: true, name: 'product_id' })
  product!: string | null;

  /** Images of a product stand in this order. */
  @IntegerColumn()
  position!: number;

  /** The Idempotency-Key of its upload, which finds it when the response was lost. */
  @StringColumn(64, { nullable: true })
  requestKey!: string | null;
}
