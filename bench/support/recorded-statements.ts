import { type DataSource } from 'typeorm';
import { getDataSourceToken } from '@nestjs/typeorm';
import { type TestStore } from '../../test/support/store';

/** One statement as the driver got it. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Records the statements of one request, in order. Its floor sends the same ones. */
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
