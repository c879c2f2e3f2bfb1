import { type DataSource, type QueryRunner, QueryResult } from 'typeorm';
import { failedQuery } from '../quick-query';
import { PreparedStatements } from '../prepared-statements';
import { type SqliteConnection, type SqliteStatement } from './sqlite-connection';

/** The statements of a SQLite connection. */
export class SqliteStatements {
  private readonly prepared: PreparedStatements;

  constructor(
    private readonly dataSource: DataSource,
    connection: () => SqliteConnection,
  ) {
    this.prepared = new PreparedStatements(connection);
  }

  /**
   * Runs one statement as TypeORM's runner does, with its log and its errors, but at once: SQLite answers without waiting, so
   * the six promises of TypeORM's runner only cost time.
   * @throws QueryFailedError
   */
  ask(sql: string, parameters: unknown[], runner?: QueryRunner): QueryResult {
    this.dataSource.logger.logQuery(sql, parameters, runner);
    try {
      return this.answer(this.prepared.of(sql), parameters);
    } catch (error) {
      throw failedQuery(this.dataSource, error, sql, parameters, runner);
    }
  }

  /** Forgets all of them. */
  clear(): void {
    this.prepared.clear();
  }

  private answer(statement: SqliteStatement, parameters: readonly unknown[]): QueryResult {
    const result = new QueryResult();
    if (statement.reader) {
      result.records = statement.all(...parameters);
      result.raw = result.records;
    } else {
      const { changes, lastInsertRowid } = statement.run(...parameters);
      result.affected = changes;
      result.raw = lastInsertRowid;
    }
    return result;
  }
}
