import { type QueryRunner } from 'typeorm';
import { searchText } from '../../kernel/search-text';
import { BATCH, bigintText, type Change, changeRows, rows } from './row-batches';

interface OldItem {
  readonly id: string;
  readonly title: string;
}

/** Fills the keys that titles of items are found by, a batch of items at a time by primary key. Items that have one stay. */
export async function fillItemTitles(runner: QueryRunner): Promise<void> {
  for (let last = '0'; ;) {
    const items = await rows<OldItem>(
      runner,
      `SELECT ${bigintText(runner, 'id')} AS id, title FROM order_items
       WHERE id > ? AND title_key IS NULL ORDER BY order_items.id LIMIT ${BATCH}`,
      [last],
    );
    const newest = items.at(-1);
    if (newest === undefined) return;
    const changes = items.map(({ id, title }): Change => [id, { title_key: searchText(title) || null }]);
    await changeRows(runner, 'order_items', changes);
    last = newest.id;
  }
}
