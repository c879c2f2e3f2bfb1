import { type DataSource, type QueryRunner } from 'typeorm';
import { isEmbedded } from '../platform/database/connection/dialect';
import { grouped, type MigrationProgress, type RowsAhead, spoken, tellProgress } from './migration-progress';
import { EFFORTS } from './migrations/efforts';

/** Estimates of small tables are often wrong, and counting them takes no time. */
const COUNTED = 100_000;

/** Returns the rows that a migration will go through; undefined: it goes through none. */
async function rowsAhead(runner: QueryRunner, name: string): Promise<RowsAhead | undefined> {
  const effort = EFFORTS[name];
  if (effort === undefined) return undefined;
  const { table } = effort;
  if (!(await runner.hasTable(table))) return { table, count: 0 };
  const number = async (sql: string, values: string[] = []): Promise<number> =>
    Number(((await runner.query(sql, values)) as { n: unknown }[])[0]?.n ?? 0);
  const estimate =
    'SELECT table_rows AS n FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?';
  const about = isEmbedded(runner) ? 0 : await number(estimate, [table]);
  return { table, count: about > COUNTED ? about : await number(`SELECT COUNT(*) AS n FROM ${table}`) };
}

/** Has the migrations of a database tell how far they are. */
export function watchMigrations(dataSource: DataSource, progress: MigrationProgress): void {
  tellProgress(dataSource, progress);
  for (const migration of dataSource.migrations) {
    const up = migration.up.bind(migration);
    const name = migration.name ?? migration.constructor.name;
    migration.up = async (runner) => {
      progress.begin(name, await rowsAhead(runner, name));
      try {
        await up(runner);
      } finally {
        progress.end();
      }
    };
  }
}

/** Returns the lines that say what migrations will do, and how long they take on an idle server. */
export async function planOf(dataSource: DataSource, names: readonly string[]): Promise<string[]> {
  let total = 0;
  const lines: string[] = [];
  const runner = dataSource.createQueryRunner();
  try {
    for (const name of names) {
      const rows = await rowsAhead(runner, name);
      const ms = (1000 * (rows?.count ?? 0)) / (EFFORTS[name]?.rowsPerSecond ?? 1);
      total += ms;
      lines.push(
        `  ${name}: ${rows === undefined ? 'at once' : `about ${spoken(ms)}, ${grouped(rows.count)} rows of ${rows.table}`}`,
      );
    }
  } finally {
    await runner.release();
  }
  const all = `${names.length} migrations to run, about ${spoken(total)} on an idle server; a busy one takes several times as long:`;
  return [all, ...lines, 'Nothing was changed.'];
}
