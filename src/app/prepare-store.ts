import { type INestApplicationContext } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { SettingsSeed } from '../modules/settings/settings-seed';

/** Brings the database up to date: migrations, then the first records of a new store. Safe to run again. */
export async function prepareStore(app: INestApplicationContext): Promise<{ migrations: string[] }> {
  const dataSource = app.get<DataSource>(getDataSourceToken());
  const done = await dataSource.runMigrations({ transaction: 'each' });
  await app.get(SettingsSeed).run();
  return { migrations: done.map((migration) => migration.name) };
}

/** The names of the migrations that the database lacks. Changes nothing, so that any number of processes may ask. */
export async function missingMigrations(app: INestApplicationContext): Promise<string[]> {
  const dataSource = app.get<DataSource>(getDataSourceToken());
  const table = dataSource.options.migrationsTableName ?? 'migrations';
  const runner = dataSource.createQueryRunner();
  try {
    // On the one connection: a pool may have no other.
    const read = `SELECT name FROM ${dataSource.driver.escape(table)}`;
    const rows = (await runner.hasTable(table)) ? ((await runner.query(read)) as unknown as { name: string }[]) : [];
    const done = new Set(rows.map(({ name }) => name));
    return dataSource.migrations
      .map(({ name, constructor }) => name ?? constructor.name)
      .filter((name) => !done.has(name));
  } finally {
    await runner.release();
  }
}
