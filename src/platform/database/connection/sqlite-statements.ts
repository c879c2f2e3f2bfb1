import { type DataSource, type QueryRunner, QueryResult } from 'typeorm';
import { failedQuery } from '../rows/quick-query';
import { type SqliteConnection, type SqliteStatement } from './sqlite-connection';

/** Number of statements that a connection keeps prepared. */
const KEPT = 500;

/** The statements of a SQLite connection, prepared once. Of too many, the one that was prepared first is forgotten. */
export class SqliteStatements {
  private readonly prepared = new Map<string, SqliteStatement>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly connection: () => SqliteConnection,
  ) {}

  /**
   * Runs one statement as TypeORM's runner does, with its log and its errors, but at once: SQLite answers without waiting, so
   * the six promises of TypeORM's runner only cost time.
   * @throws QueryFailedError
   */
  ask(sql: string, parameters: unknown[], runner?: QueryRunner): QueryResult {
    this.dataSource.logger.logQuery(sql, parameters, runner);
    try {
      return this.answer(this.statement(sql), parameters);
    } catch (error) {
      throw failedQuery(this.dataSource, error, sql, parameters, runner);
    }
  }

  /** Forgets all statements: they keep the file open. */
  clear(): void {
    this.prepared.clear();
  }

  private statement(sql: string): SqliteStatement {
    const known = this.prepared.get(sql);
    if (known !== undefined) return known;
    const statement = this.connection().prepare(sql);
    if (this.prepared.size >= KEPT) {
      const [oldest = ''] = this.prepared.keys();
      this.prepared.delete(oldest);
    }
    this.prepared.set(sql, statement);
    return statement;
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
