import { type MigrationInterface } from 'typeorm';
import * as registered from './migrations/registered-migrations';
import { storeModules } from './store-modules';

/** Every migration, oldest first: their names end in the time they were written. */
export const migrations: (new () => MigrationInterface)[] = [
  ...storeModules.flatMap((module) => module.migrations ?? []),
  ...Object.values(registered),
].sort((a, b) => Number(a.name.slice(-13)) - Number(b.name.slice(-13)));
