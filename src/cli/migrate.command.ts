import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { planOf, watchMigrations } from '../app/migration-plan';
import { grouped, MigrationProgress } from '../app/migration-progress';
import { OldRowsService } from '../app/old-rows.service';
import { prepareStore } from '../app/prepare-store';
import { Clock } from '../kernel/clock';
import { type Config, loadConfig, loadConfigFile } from '../platform/config/config';
import { PendingMigrations } from '../platform/database/connection/pending-migrations';
import { reasonOf } from './reason-of';
import { withStore } from './with-store';

/** The options of `store migrate`. */
export interface MigrateArguments {
  readonly check?: true;
  readonly plan?: true;
  /** Files of settings, one for each store. */
  readonly stores?: readonly string[];
}

type Say = (text: string) => void;

/** Processes of the version before may have written beside a migration for so long. */
const MENDED_DAYS = 7;

/**
 * Brings a database up to date, or those of several stores; with `check` and `plan` only tells. Exit code 1: one of them is not up to date,
 * which a plan is not about.
 */
export async function migrateCommand({ check, plan, stores }: MigrateArguments, say: Say): Promise<void> {
  const bring = check === true ? findMissing : plan === true ? tellPlan : migrate;
  const isCurrent = stores === undefined ? await bring(loadConfig(), say) : await migrateEach(stores, bring, say);
  // For scripts that start processes: a version must not run before its migrations have.
  if (!isCurrent) process.exitCode = 1;
}

/** @returns whether the database is up to date now */
type Bring = (config: Config, say: Say) => Promise<boolean>;

const migrate: Bring = (config, say) =>
  withStore(async (store) => {
    const dataSource = store.get<DataSource>(getDataSourceToken());
    watchMigrations(dataSource, new MigrationProgress(process.stderr));
    const { migrations } = await prepareStore(store);
    const since = new Date(store.get(Clock, { strict: false }).now().getTime() - MENDED_DAYS * 86_400_000);
    for (const { title, count } of await store.get(OldRowsService, { strict: false }).mend({ since, isMended: true }))
      say(`Mended: ${grouped(count)} ${title}, written by an older version meanwhile`);
    say(migrations.length === 0 ? 'The database is up to date.' : `Migrated: ${migrations.join(', ')}`);
    return true;
  }, config);

const tellPlan: Bring = (config, say) =>
  withStore(async (store) => {
    const names = await store.get(PendingMigrations).names();
    const lines =
      names.length === 0 ? ['The database is up to date.'] : await planOf(store.get(getDataSourceToken()), names);
    for (const line of lines) say(line);
    return true;
  }, config);

const findMissing: Bring = (config, say) =>
  withStore(async (store) => {
    const missing = await store.get(PendingMigrations).names();
    say(missing.length === 0 ? 'The database is up to date.' : `Not yet migrated: ${missing.join(', ')}`);
    return missing.length === 0;
  }, config);

/** One store after the other, so that they do not compete for a server that they share. One that fails does not stop the others. */
async function migrateEach(files: readonly string[], bring: Bring, say: Say): Promise<boolean> {
  let behind = 0;
  for (const file of files) {
    try {
      if (!(await bring(loadConfigFile(file), (text) => say(`${file}: ${text}`)))) behind += 1;
    } catch (error) {
      behind += 1;
      process.stderr.write(`${file}: ${reasonOf(error)}\n`);
    }
  }
  say(`${files.length} stores, ${behind} not up to date`);
  return behind === 0;
}
