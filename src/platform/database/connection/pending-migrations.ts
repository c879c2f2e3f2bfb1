import { type DataSource } from 'typeorm';
import { DatabaseNotMigrated } from './database.errors';

/** The migrations of this version that the database lacks. Changes nothing, so that any number of processes may ask. */
export class PendingMigrations {
  private hasNone = false;

  constructor(private readonly dataSource: DataSource) {}

  /** True once the database was found to have them all: it is not queried again. */
  get isNone(): boolean {
    return this.hasNone;
  }

  /** @throws DatabaseNotMigrated while there are any */
  async check(): Promise<void> {
    if (this.hasNone) return;
    const { length } = await this.names();
    if (length > 0) throw new DatabaseNotMigrated(length);
    this.hasNone = true;
  }

  /** Their names, oldest first. */
  async names(): Promise<string[]> {
    const { migrations, options } = this.dataSource;
    const done = await this.done(options.migrationsTableName ?? 'migrations');
    return migrations.map(({ name, constructor }) => name ?? constructor.name).filter((name) => !done.has(name));
  }

  private async done(table: string): Promise<ReadonlySet<string>> {
    const runner = this.dataSource.createQueryRunner();
    try {
      // On the one connection: a pool may have no other.
      const read = `SELECT name FROM ${this.dataSource.driver.escape(table)}`;
      const rows = (await runner.hasTable(table)) ? ((await runner.query(read)) as unknown as { name: string }[]) : [];
      return new Set(rows.map(({ name }) => name));
    } finally {
      await runner.release();
    }
  }
}
