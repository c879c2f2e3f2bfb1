import { Entity, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../../platform/database/rows/columns';

/**
 * Bytes to remove from the disk or the bucket. An upload writes this row before its bytes and deletes it with the file's
 * row, so that the bytes of a crashed upload are found here.
 */
@Entity('file_removals')
@Index('ix_file_removals__due_at', ['dueAt'])
export class FileRemoval {
  /** Name on the disk or in the bucket. */
  @PrimaryColumn({ type: 'varchar', length: 96 })
  id!: string;

  @TimeColumn()
  dueAt!: Date;
}
