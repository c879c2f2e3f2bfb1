import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { type TestStore } from './store';

/** Bookkeeping of requests, which a refused request may touch. */
const NOT_STATE: ReadonlySet<string> = new Set(['idempotency_records']);

/** Every row of every table, by table: what a request that was refused must leave as it was. */
export async function tableDump(store: TestStore): Promise<Readonly<Record<string, unknown>>> {
  const dataSource = store.app.get<DataSource>(getDataSourceToken());
  const dump: Record<string, unknown> = {};
  for (const { tableName, primaryColumns } of dataSource.entityMetadatas) {
    if (NOT_STATE.has(tableName)) continue;
    const order = primaryColumns.map((column) => column.databaseName).join(', ');
    dump[tableName] = await dataSource.query(`SELECT * FROM ${tableName} ORDER BY ${order}`);
  }
  return dump;
}
