import { type DataSource } from 'typeorm';
import { getDataSourceToken } from '@nestjs/typeorm';
import { type TestStore } from './store';

/** One statement as the driver got it. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Records the statements of one request, in order. */
export async function recordStatements(store: TestStore, request: () => Promise<unknown>): Promise<Statement[]> {
  const dataSource = store.app.get<DataSource>(getDataSourceToken());
  const statements: Statement[] = [];
  const quiet = dataSource.logger;
  Object.assign(dataSource, {
    logger: {
      ...quiet,
      logQuery: (sql: string, parameters: readonly unknown[] = []) =>
        statements.push({ sql, parameters: [...parameters] }),
      logQueryError: () => undefined,
      logQuerySlow: () => undefined,
    },
  });
  await request();
  Object.assign(dataSource, { logger: quiet });
  return statements;
}

/**
 * The verb of a statement and its tables, in the order in which they are named, the same on all engines: `SELECT carts`,
 * `INSERT events, event_epochs`.
 */
export function shortForm({ sql }: Statement): string {
  const [verb = ''] = /[A-Z]+/.exec(sql) ?? [];
  if (verb === 'START' || verb === 'BEGIN') return 'BEGIN';
  const named = sql.replace(/[`"]/g, '').matchAll(/\b(?:FROM|JOIN|INTO|UPDATE) (?!OF\b|SKIP\b)(\w+)/g);
  return [verb, [...new Set([...named].map(([, table = '']) => table))].join(', ')].join(' ').trim();
}
