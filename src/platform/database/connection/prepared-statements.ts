import { type SqliteConnection, type SqliteStatement } from './sqlite/sqlite-connection';

/** Number of statements that a connection keeps prepared. */
const KEPT = 500;

/** Statements that are prepared once. Of too many, the one that was prepared first is forgotten. */
export class PreparedStatements {
  private readonly prepared = new Map<string, SqliteStatement>();

  constructor(private readonly connection: () => SqliteConnection) {}

  of(sql: string): SqliteStatement {
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

  /** Forgets all statements: they keep the file open. */
  clear(): void {
    this.prepared.clear();
  }
}
