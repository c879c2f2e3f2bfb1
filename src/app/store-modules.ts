import { type Type } from '@nestjs/common';
import { type MigrationInterface } from 'typeorm';
import { type TagDescriptions } from '../platform/http/openapi/openapi';
import * as registered from './registered-modules';

/** A module of the API, with what it brings beside its controllers. */
export interface StoreModule extends Type {
  readonly entities?: readonly Type[];
  /** Migrations of its tables that do not stand in `migrations.ts`. */
  readonly migrations?: readonly (new () => MigrationInterface)[];
  /** Descriptions of its tags in the OpenAPI document. */
  readonly tags?: TagDescriptions;
}

/** Every registered module, by name: the order of a file's exports is the compiler's business. */
export const storeModules: readonly StoreModule[] = Object.values(registered as Record<string, StoreModule>).sort(
  (a, b) => (a.name < b.name ? -1 : 1),
);
