import { type INestApplicationContext } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { GatewaySecretsService } from '../modules/settings/gateway-secrets.service';
import { SettingsSeed } from '../modules/settings/settings-seed.service';

/** Brings the database up to date: migrations, the first records of a new store, and the seals of
 * secrets that older versions kept in the clear. Safe to run again. */
export async function prepareStore(app: INestApplicationContext): Promise<{ migrations: string[] }> {
  const dataSource = app.get<DataSource>(getDataSourceToken());
  const done = await dataSource.runMigrations({ transaction: 'each' });
  await app.get(SettingsSeed).run();
  await app.get(GatewaySecretsService).sealClear();
  return { migrations: done.map((migration) => migration.name) };
}
