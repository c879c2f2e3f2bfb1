import { type MigrationInterface, type QueryRunner } from 'typeorm';
import { migrations } from '../../src/app/migrations';
import { EFFORTS } from '../../src/app/migrations/efforts';
import { storeDataSource } from '../support/database';
import { onEachEngine } from '../support/engines';

/** Statements of a migration that write. */
const WRITES = /^\s*(?:create|alter|drop|rename|truncate|update|delete|insert|replace)\b/i;

/** Statements on an existing table that an older version of the store does not notice. */
const EXPANDS = [
  /^CREATE INDEX `\w+` ON `(?<table>\w+)`/,
  /^ALTER TABLE `(?<table>\w+)` ADD `\w+` [\w()]+ NULL$/,
  // A word of the fields of this version, which others do not ask for.
  /^INSERT INTO list_counted_fields /,
  // The default of tables that are made later.
  /^ALTER DATABASE /,
];

/** Migrations that are accepted nevertheless, each with its reason. */
const ACCEPTED: Readonly<Record<string, string>> = {
  RoundingMode1763700800000: 'of 1.2.0, before which nobody ran a store: it writes all orders in one statement',
  PromotionResults1763703300000: 'drops an index after it made one that begins with the same columns',
  CountedFilters1763703850000:
    'drops indices, which no release has had, after it made some that begin with the same column',
  CartIds1763705600000: 'makes ids longer in place; the version before reads them, and writes those it takes',
};

/** Tables that never have many rows. */
const SMALL = ['promotions', 'list_blocks', 'event_positions', 'gateways', 'settings'];

/** Statements of one migration that a version of the store from before it could not live with. */
function contractions(statements: readonly string[]): string[] {
  const own = new Set<string>();
  /** Columns that it adds: null in every row, of which a unique index takes any number. */
  const added = new Set<string>();
  return statements.filter((sql) => {
    const column = /^ALTER TABLE `(\w+)` ADD `(\w+)` [\w()]+ NULL$/.exec(sql);
    if (column !== null) added.add(`${column[1]}.${column[2]}`);
    const unique = /^CREATE UNIQUE INDEX `\w+` ON `(\w+)` \(`(\w+)`\)/.exec(sql);
    if (unique !== null && added.has(`${unique[1]}.${unique[2]}`)) return false;
    const created = /^CREATE TABLE `(\w+)`/.exec(sql)?.[1];
    if (created !== undefined) own.add(created);
    const table = /^(?:CREATE (?:UNIQUE )?INDEX `\w+` ON|ALTER TABLE|INSERT INTO|UPDATE|DELETE FROM) `?(\w+)/.exec(
      sql,
    )?.[1];
    const isOwn = created !== undefined || (table !== undefined && own.has(table));
    return !isOwn && !EXPANDS.some((form) => form.test(sql));
  });
}

/** Whether a statement goes through the rows of a table that was there before: those of its migration say which are new. */
function takesTime(statements: readonly string[]): (sql: string) => boolean {
  const made = new Set(statements.map((sql) => /^CREATE TABLE `(\w+)`/.exec(sql)?.[1]));
  return (sql) => {
    const table =
      /^CREATE (?:UNIQUE )?INDEX `\w+` ON `(\w+)`|^UPDATE `?(\w+)|^INSERT INTO \w+ [\s\S]*? FROM (\w+)/.exec(sql);
    const of = table?.slice(1).find((name) => name !== undefined);
    return of !== undefined && !SMALL.includes(of) && !made.has(of);
  };
}

class Planted1900000000000 implements MigrationInterface {
  name = 'Planted1900000000000';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE `events` MODIFY `object_version` varchar(20) NOT NULL');
  }
  async down(): Promise<void> {
    // Never run.
  }
}

onEachEngine('migrations beside a running store (docs/upgrading.md)', (engine) => {
  /** A statement that the server refuses when it would copy a table for it. */
  const copyingNoTable = (sql: string): string =>
    engine.name !== 'sqlite' && sql.startsWith('ALTER TABLE') ? `${sql}, ALGORITHM=INPLACE` : sql;

  /** Runs migrations with what the server would copy a table for refused. @returns what each sent */
  async function run(): Promise<Map<string, string[]>> {
    const dataSource = storeDataSource(engine.databaseUrl);
    await dataSource.initialize();
    const sent = new Map<string, string[]>();
    try {
      for (const migration of dataSource.migrations) {
        const runner = dataSource.createQueryRunner();
        const statements: string[] = [];
        const query = runner.query.bind(runner) as (sql: string, ...more: unknown[]) => Promise<unknown>;
        runner.query = (async (sql: string, ...more: unknown[]) => {
          if (WRITES.test(sql)) statements.push(sql);
          return query(copyingNoTable(sql), ...more);
        }) as never;
        await migration.up(runner);
        await runner.release();
        sent.set(migration.constructor.name, statements);
      }
    } finally {
      await dataSource.destroy();
    }
    return sent;
  }

  it('only add what the version before does not see, and copy no table', async () => {
    const sent = await run();
    expect(sent.size).toBe(migrations.length);
    expect(Object.keys(EFFORTS).filter((name) => !sent.has(name))).toEqual([]);
    // SQLite copies a table to add a column; its file belongs to one process, which is stopped then.
    if (engine.name === 'sqlite') return;
    const slow = [...sent].filter(([, statements]) => statements.some(takesTime(statements))).map(([name]) => name);
    expect(slow.filter((name) => EFFORTS[name] === undefined)).toEqual([]);
    const contracting = [...sent].filter(([, statements]) => contractions(statements).length > 0);
    expect(contracting.map(([name]) => name)).toEqual(Object.keys(ACCEPTED));
  });

  if (engine.name !== 'sqlite') {
    it('would be refused if they copied a table', async () => {
      const planted = storeDataSource(engine.databaseUrl);
      await planted.initialize();
      try {
        const runner = planted.createQueryRunner();
        const query = runner.query.bind(runner) as (sql: string) => Promise<unknown>;
        runner.query = ((sql: string) => query(copyingNoTable(sql))) as never;
        await expect(new Planted1900000000000().up(runner)).rejects.toThrow(/ALGORITHM=INPLACE is not supported/);
        await runner.release();
      } finally {
        await planted.destroy();
      }
    });
  }

  it.each([
    'ALTER TABLE `orders` DROP COLUMN `tax`',
    'ALTER TABLE `orders` ADD `note` varchar(255) NOT NULL',
    'CREATE UNIQUE INDEX `uq` ON `orders` (`tax`)',
    'DROP TABLE `orders`',
    'UPDATE `orders` SET `tax` = 0',
  ])('would be caught with: %s', (sql) => {
    expect(contractions(['CREATE TABLE `other` (`id` bigint)', sql])).toEqual([sql]);
  });
});
