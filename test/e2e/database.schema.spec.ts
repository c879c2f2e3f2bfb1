import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type DataSource, getMetadataArgsStorage } from 'typeorm';
import { entities } from '../../src/app/entities';
import { migrations } from '../../src/app/migrations';
import { dataSourceOptions } from '../../src/platform/database/connection/data-source-options';
import { StoreDataSource } from '../../src/platform/database/connection/store-data-source';
import { storeDataSource } from '../support/database';
import { type Engine, onEachEngine } from '../support/engines';

const SOURCES = resolve(__dirname, '../../src');

type Row = Record<string, unknown>;

interface TableDescription {
  readonly columns: Row[];
  readonly primaryKey: string[];
  readonly indices: Record<string, { unique: boolean; columns: string[] }>;
}
type Description = Record<string, TableDescription>;

async function rows(dataSource: DataSource, sql: string, parameters: unknown[] = []): Promise<Row[]> {
  return dataSource.query<Row[]>(sql, parameters);
}

async function sqliteTable(dataSource: DataSource, table: string): Promise<TableDescription> {
  const columns = await rows(dataSource, `PRAGMA table_info("${table}")`);
  const keyed = columns.filter(({ pk }) => pk !== 0).sort((a, b) => Number(a['pk']) - Number(b['pk']));
  const indices: TableDescription['indices'] = {};
  for (const index of await rows(dataSource, `PRAGMA index_list("${table}")`)) {
    if (index['origin'] === 'pk') continue;
    const parts = await rows(dataSource, `PRAGMA index_info("${String(index['name'])}")`);
    indices[String(index['name'])] = {
      unique: index['unique'] === 1,
      columns: parts.sort((a, b) => Number(a['seqno']) - Number(b['seqno'])).map(({ name }) => String(name)),
    };
  }
  return {
    // SQLite takes no notice of a precision, and the migrations name none there.
    columns: columns.map((column) => ({
      ...column,
      cid: 0,
      type: String(column['type']).replace('datetime(3)', 'datetime'),
    })),
    primaryKey: keyed.map(({ name }) => String(name)),
    indices,
  };
}

async function serverTable(dataSource: DataSource, table: string): Promise<TableDescription> {
  const columns = await rows(
    dataSource,
    `SELECT column_name AS name, column_type AS type, is_nullable AS nullable, column_default AS value, extra,
       character_maximum_length AS length, numeric_precision AS digits, datetime_precision AS fraction,
       character_set_name AS charset, collation_name AS collation
     FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ? `,
    [table],
  );
  const keys = await rows(
    dataSource,
    `SELECT index_name AS name, non_unique AS many, column_name AS part, sub_part AS prefix
     FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ?
     ORDER BY index_name, seq_in_index`,
    [table],
  );
  const indices: TableDescription['indices'] = {};
  for (const { name, many, part, prefix } of keys) {
    const index = (indices[String(name)] ??= { unique: many === 0, columns: [] });
    index.columns.push(prefix === null ? String(part) : `${String(part)}(${String(prefix)})`);
  }
  const primaryKey = indices['PRIMARY']?.columns ?? [];
  delete indices['PRIMARY'];
  return { columns, primaryKey, indices };
}

const TABLES = {
  sqlite: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  server: `SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = DATABASE() ORDER BY table_name`,
} as const;
const DESCRIBE = { sqlite: sqliteTable, server: serverTable } as const;

const kindOf = ({ name }: Engine): keyof typeof DESCRIBE => (name === 'sqlite' ? 'sqlite' : 'server');

async function tablesOf(engine: Engine, dataSource: DataSource): Promise<string[]> {
  return (await rows(dataSource, TABLES[kindOf(engine)])).map(({ name }) => String(name));
}

/** All tables but the one that TypeORM itself keeps its list of migrations in. */
async function describeAll(engine: Engine, dataSource: DataSource): Promise<Description> {
  const description: Description = {};
  for (const table of await tablesOf(engine, dataSource)) {
    if (table === 'migrations') continue;
    description[table] = await DESCRIBE[kindOf(engine)](dataSource, table);
    description[table].columns.sort((a, b) => (String(a['name']) < String(b['name']) ? -1 : 1));
  }
  return description;
}

/** Works on a second database, made for it and removed after it. */
async function onSecondDatabase<T>(
  engine: Engine,
  first: DataSource,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const name = `store_${randomBytes(8).toString('hex')}`;
  const isSqlite = engine.name === 'sqlite';
  const url = isSqlite ? 'sqlite::memory:' : engine.databaseUrl.replace(/[^/]+$/, name);
  if (!isSqlite) await first.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  try {
    const second = await storeDataSource(url).initialize();
    try {
      return await work(second);
    } finally {
      await second.destroy();
    }
  } finally {
    if (!isSqlite) await first.query(`DROP DATABASE ${name}`);
  }
}

onEachEngine('the schema', (engine) => {
  let dataSource: DataSource;
  let migrated: Description;

  beforeAll(async () => {
    dataSource = await storeDataSource(engine.databaseUrl).initialize();
    await dataSource.runMigrations({ transaction: 'each' });
    migrated = await describeAll(engine, dataSource);
  });
  afterAll(() => dataSource.destroy());

  it('is the same by the migrations as by the entities', async () => {
    const synchronized = await onSecondDatabase(engine, dataSource, async (second) => {
      await second.synchronize();
      return describeAll(engine, second);
    });
    expect(migrated).toEqual(synchronized);
  });

  it('has a table for every entity, with its columns and no other', () => {
    const declared = dataSource.entityMetadatas.map(({ tableName, columns }) => [
      tableName,
      columns.map(({ databaseName }) => databaseName).sort(),
    ]);
    const there = Object.entries(migrated).map(([table, { columns }]) => [table, columns.map(({ name }) => name)]);
    expect(Object.fromEntries(there)).toEqual(Object.fromEntries(declared));
  });

  it('has no default and no foreign key: rows are whole when they come in', async () => {
    const defaults = Object.values(migrated).flatMap(({ columns }) =>
      columns.filter(({ dflt_value, value, extra }) => ![dflt_value ?? null, value ?? null].every(isNothing) || extra),
    );
    expect(defaults).toEqual([]);
    const foreign =
      engine.name === 'sqlite'
        ? await rows(dataSource, "SELECT sql FROM sqlite_master WHERE sql LIKE '%REFERENCES%'")
        : await rows(
            dataSource,
            'SELECT * FROM information_schema.referential_constraints WHERE constraint_schema = DATABASE()',
          );
    expect(foreign).toEqual([]);
  });

  it('names every unique key by table and field, so that a duplicate can name the field', () => {
    const names = Object.entries(migrated).flatMap(([table, { indices }]) =>
      Object.entries(indices).map(([name, { unique }]) => ({ table, name, unique })),
    );
    const wrong = names.filter(({ table, name, unique }) => !name.startsWith(`${unique ? 'uq' : 'ix'}_${table}__`));
    expect(wrong).toEqual([]);
    expect(names.length).toBeGreaterThan(0);
  });

  it('goes back step by step to nothing, and up again to the same', async () => {
    const before: Description[] = [];
    for (const _ of migrations) {
      before.unshift(await describeAll(engine, dataSource));
      await dataSource.undoLastMigration({ transaction: 'each' });
    }
    expect(await tablesOf(engine, dataSource)).toEqual(['migrations']);
    expect(await rows(dataSource, 'SELECT * FROM migrations')).toEqual([]);
    const after: Description[] = [];
    for (const [at] of migrations.entries()) {
      await migrateBy(engine, migrations.slice(0, at + 1));
      after.push(await describeAll(engine, dataSource));
    }
    expect(after).toEqual(before);
    expect(after.at(-1)).toEqual(migrated);
  });

  it('is up to date after being brought up to date', async () => {
    expect(await dataSource.runMigrations({ transaction: 'each' })).toEqual([]);
    expect(await dataSource.showMigrations()).toBe(false);
  });

  if (engine.name !== 'sqlite') {
    it('leaves the schema builder nothing to do', async () => {
      const log = await dataSource.driver.createSchemaBuilder().log();
      expect(log.upQueries.map(({ query }) => query)).toEqual([]);
    });

    it('compares every text to the letter', () => {
      const texts = Object.values(migrated).flatMap(({ columns }) => columns.filter(({ charset }) => charset !== null));
      expect(new Set(texts.map(({ charset, collation }) => `${String(charset)} ${String(collation)}`))).toEqual(
        new Set(['utf8mb4 utf8mb4_bin']),
      );
    });
  }
});

describe('the list of entities', () => {
  it('has every entity that a file under src declares', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && /^@Entity\(/m.test(readFileSync(join(SOURCES, file), 'utf8')),
    );
    const declared = files.flatMap((file) => {
      const exported = jest.requireActual<Record<string, unknown>>(join(SOURCES, file));
      return Object.values(exported).filter((value) =>
        getMetadataArgsStorage().tables.some(({ target }) => target === value),
      );
    });
    expect(new Set(entities)).toEqual(new Set(declared));
    expect(new Set(entities).size).toBe(entities.length);
  });
});

function isNothing(value: unknown): boolean {
  // MariaDB writes the default of a nullable column without one as the text NULL.
  return value === null || value === 'NULL';
}

/** Runs those of some migrations that were not run yet, over a connection of its own. */
async function migrateBy(engine: Engine, some: (new () => object)[]): Promise<void> {
  const options = dataSourceOptions({ url: engine.databaseUrl, entities: [], migrations: some });
  const dataSource = await new StoreDataSource(options).initialize();
  await dataSource.runMigrations({ transaction: 'each' });
  await dataSource.destroy();
}
