import { type DataSource } from 'typeorm';
import { openDatabase, storeDataSource } from './database';
import { onEachEngine } from './engines';
import { fillFromTemplate } from './template';

type Rows = Record<string, unknown>[];

/** Returns the definitions of all tables and indexes, and every row, on any engine. */
async function contentOf(source: DataSource): Promise<unknown> {
  if (source.options.type === 'better-sqlite3') {
    const made = await source.query<Rows>('SELECT type, name, sql FROM sqlite_master ORDER BY type, name');
    const tables = made.filter(({ type, name }) => type === 'table' && !String(name).startsWith('sqlite_'));
    return {
      made,
      rows: await rowsOf(
        source,
        tables.map(({ name }) => String(name)),
        '"',
      ),
    };
  }
  const tables = (await source.query<Rows>('SHOW TABLES')).map((row) => String(Object.values(row)[0]));
  const made: unknown[] = [];
  for (const table of tables) {
    const [shown] = await source.query<Rows>(`SHOW CREATE TABLE \`${table}\``);
    // MySQL spells out the character set of a column where the statement that made its table did.
    made.push([table, String(shown?.['Create Table']).replaceAll(' CHARACTER SET utf8mb4', '')]);
  }
  return { made, rows: await rowsOf(source, tables, '`') };
}

async function rowsOf(source: DataSource, tables: readonly string[], quote: string): Promise<[string, Rows][]> {
  const all: [string, Rows][] = [];
  for (const table of tables) all.push([table, await source.query<Rows>(`SELECT * FROM ${quote}${table}${quote}`)]);
  return all.filter(([, rows]) => rows.length > 0);
}

onEachEngine('a database made from the template', (engine) => {
  const other = engine.databaseUrl.replace(/[^/]+$/, engine.name === 'sqlite' ? 'other.sqlite' : '$&_other');

  it('is what the migrations make of an empty one', async () => {
    const migrated = await storeDataSource(engine.databaseUrl).initialize();
    await migrated.runMigrations({ transaction: 'each' });
    const expected = await contentOf(migrated);
    if (engine.name !== 'sqlite') await migrated.query(`CREATE DATABASE ${nameOf(other)} CHARACTER SET utf8mb4`);
    await fillFromTemplate(other);
    const copied = await storeDataSource(other).initialize();
    expect(await contentOf(copied)).toEqual(expected);
    await copied.destroy();
    if (engine.name !== 'sqlite') await migrated.query(`DROP DATABASE ${nameOf(other)}`);
    await migrated.destroy();
  });
});

onEachEngine('a database that has tables', (engine) => {
  it('is left as it is', async () => {
    const before = await storeDataSource(engine.databaseUrl).initialize();
    await before.query('CREATE TABLE kept (id INT)');
    await before.query('INSERT INTO kept VALUES (7)');
    const expected = await contentOf(before);
    await before.destroy();
    await fillFromTemplate(engine.databaseUrl);
    const after = await storeDataSource(engine.databaseUrl).initialize();
    expect(await contentOf(after)).toEqual(expected);
    await after.destroy();
  });
});

onEachEngine('a database that a test opens', (engine) => {
  it('lacks no migration', async () => {
    const db = await openDatabase(engine.databaseUrl);
    expect(await db.dataSource.showMigrations()).toBe(false);
    await db.close();
  });
});

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}
