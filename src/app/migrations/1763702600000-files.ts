import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { columnsOf, createTable, index } from '../../platform/database/rows/table-shape';

/** Uploaded files, their contents, and the contents that are to be removed from the disk or the bucket (storefront.md 10). */
export class Files1763702600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const c = columnsOf(runner);
    await createTable(
      runner,
      'files',
      [
        ...c.storeObject(),
        c.string('name'),
        c.string('type', 16),
        c.integer('size'),
        c.integer('width', true),
        c.integer('height', true),
        c.string('hash', 64),
        c.reference('product_id', true),
        c.integer('position'),
        c.string('request_key', 64, true),
      ],
      [
        index('ix_files__created_at', 'created_at', 'id'),
        index('ix_files__product', 'product_id', 'position'),
        index('ix_files__hash', 'hash'),
        index('uq_files__request_key', 'request_key'),
      ],
    );
    await createTable(runner, 'file_contents', [c.textId(64), c.string('stored_as', 96), c.string('type', 16)]);
    await createTable(
      runner,
      'file_removals',
      [c.textId(96), c.time('due_at')],
      [index('ix_file_removals__due_at', 'due_at')],
    );
    await runner.addColumn('products', new TableColumn(c.integer('image_revision', true)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('products', 'image_revision');
    for (const table of ['file_removals', 'file_contents', 'files']) await runner.dropTable(table);
  }
}
