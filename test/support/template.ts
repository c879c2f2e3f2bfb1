import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { entities } from '../../src/app/entities';
import { migrations } from '../../src/app/migrations';
import { dataSourceOptions } from '../../src/platform/database/connection/data-source-options';
import { StoreDataSource } from '../../src/platform/database/connection/store-data-source';
import { onceInRun } from './once-in-run';
import { runFolder } from './run-folder';

/** The log of SQLite lies beside its file, and may hold what the file lacks. */
const SQLITE_PARTS = ['', '-wal'] as const;

/**
 * Brings an empty database up to date by a copy of one that the migrations have made once in this run, which is several
 * times as fast as they are. Does nothing to a database that has tables, or is in memory.
 */
export async function fillFromTemplate(url: string): Promise<void> {
  if (!url.startsWith('sqlite:')) return fillServer(url);
  const file = url.slice('sqlite:'.length);
  if (file === ':memory:' || existsSync(file)) return;
  const template = join(runFolder(), 'template-sqlite', 'store.sqlite');
  await onceInRun('template-sqlite', () => migrate(`sqlite:${template}`));
  mkdirSync(dirname(file), { recursive: true });
  for (const part of SQLITE_PARTS) if (existsSync(template + part)) copyFileSync(template + part, file + part);
}

async function migrate(url: string): Promise<void> {
  const source = await new StoreDataSource(dataSourceOptions({ url, entities, migrations })).initialize();
  try {
    await source.runMigrations({ transaction: 'each' });
  } finally {
    await source.destroy();
  }
}

async function fillServer(url: string): Promise<void> {
  const connection = await connect(url);
  try {
    const [tables] = await connection.query<RowDataPacket[]>('SHOW TABLES');
    if (tables.length > 0) return;
    const template = join(runFolder(), 'template-server', 'store.sql');
    await onceInRun('template-server', async () => writeFileSync(template, await migratedTables(url)));
    await connection.query(readFileSync(template, 'utf8'));
  } finally {
    await connection.end();
  }
}

/** Returns the statements that create the tables of a migrated database and the rows that migrations insert. */
async function migratedTables(url: string): Promise<string> {
  const name = `template_${randomBytes(8).toString('hex')}`;
  const template = url.replace(/[^/]+$/, name);
  const connection = await connect(url);
  try {
    await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
    await migrate(template);
    await connection.query(`USE ${name}`);
    return await dump(connection);
  } finally {
    await connection.query(`DROP DATABASE IF EXISTS ${name}`);
    await connection.end();
  }
}

async function dump(connection: Connection): Promise<string> {
  const statements = ['SET foreign_key_checks = 0'];
  const [tables] = await connection.query<RowDataPacket[]>('SHOW TABLES');
  for (const table of tables.flatMap((row) => Object.values(row) as string[])) {
    const [[made]] = await connection.query<RowDataPacket[]>(`SHOW CREATE TABLE \`${table}\``);
    statements.push(String(made?.['Create Table']));
    const [rows] = await connection.query<RowDataPacket[]>(`SELECT * FROM \`${table}\``);
    for (const row of rows) statements.push(connection.format('INSERT INTO ?? SET ?', [table, row]));
  }
  return statements.join(';\n');
}

function connect(url: string): Promise<Connection> {
  // mysql2 knows the scheme `mysql` only. Dates stay the texts they are.
  const uri = url.replace(/^mariadb:/, 'mysql:');
  return createConnection({ uri, multipleStatements: true, dateStrings: true, supportBigNumbers: true });
}
