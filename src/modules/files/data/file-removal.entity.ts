import { Entity, Index, PrimaryColumn } from 'typeorm';
import { TimeColumn } from '../../../platform/database/rows/columns';

/**
 * Bytes that are to be removed from the disk or the bucket. Written before the bytes of an upload, and taken back with its
 * row: what a crash leaves behind is found here.
 */
@Entity('file_removals')
@Index('ix_file_removals__due_at', ['dueAt'])
export class FileRemoval {
  /** Their name on the disk or in the bucket. */
  @PrimaryColumn({ type: 'varchar', length: 96 })
  id!: string;

  @TimeColumn()
  dueAt!: Date;
}
