import { type QueryRunner } from 'typeorm';
import { searchText } from '../../kernel/search-text';
import { BATCH, bigintText, type Change, changeRows, places, rows } from './row-batches';
import { wentThrough } from '../migration-progress';

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
    await write(runner, items);
    wentThrough(runner, items.length);
    last = newest.id;
  }
}

/** {@link fillItemTitles} for some items. */
export async function fillItemTitlesOf(runner: QueryRunner, ids: readonly string[]): Promise<void> {
  const sql = `SELECT ${bigintText(runner, 'id')} AS id, title FROM order_items WHERE id IN (${places(ids)}) AND title_key IS NULL`;
  await write(runner, await rows<OldItem>(runner, sql, ids));
}

async function write(runner: QueryRunner, items: readonly OldItem[]): Promise<void> {
  const changes = items.map(({ id, title }): Change => [id, { title_key: searchText(title) || null }]);
  await changeRows(runner, 'order_items', changes);
}
