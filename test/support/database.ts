import { createConnection } from 'mysql2/promise';
import { type EntityManager } from 'typeorm';
import { entities } from '../../src/app/entities';
import { migrations } from '../../src/app/migrations';
import { runBeforeCommit } from '../../src/platform/database/connection/before-commit';
import { dataSourceOptions } from '../../src/platform/database/connection/data-source-options';
import { StoreDataSource } from '../../src/platform/database/connection/store-data-source';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { fillFromTemplate } from './template';

/** The store's database without the store around it: its entities, its tables and its one way to open transactions. */
export interface TestDatabase {
  readonly dataSource: StoreDataSource;
  readonly transactions: Transactions;
  /** Adds whole rows. */
  insert<T extends object>(entity: new () => T, rows: T | readonly T[]): Promise<void>;
  readonly close: () => Promise<void>;
}

/** The classes a test adds to the store's own. */
export interface OwnParts {
  readonly entities?: (new () => object)[];
  readonly migrations?: (new () => object)[];
}

/** The data source of the store on an address, not connected yet. */
export function storeDataSource(url: string, own: OwnParts = {}): StoreDataSource {
  const parts = {
    entities: [...entities, ...(own.entities ?? [])],
    migrations: [...migrations, ...(own.migrations ?? [])],
  };
  return new StoreDataSource(dataSourceOptions({ url, ...parts }));
}

/** Connects to a database, which is brought up to date before if it is empty. */
export async function openDatabase(url: string, own: OwnParts = {}): Promise<TestDatabase> {
  await fillFromTemplate(url);
  const dataSource = await storeDataSource(url, own).initialize();
  await dataSource.runMigrations({ transaction: 'each' });
  // In a store the writer of events does this.
  dataSource.subscribers.push({ beforeTransactionCommit: ({ queryRunner }) => runBeforeCommit(queryRunner) });
  return {
    dataSource,
    transactions: new Transactions(dataSource),
    insert: async (entity, rows) => void (await dataSource.manager.insert(entity, rows as never)),
    close: () => dataSource.destroy(),
  };
}

/** A gate that work waits at until it is opened: puts two transactions into an order without sleeping. */
export class Gate {
  readonly passed: Promise<void>;
  open: () => void = () => undefined;

  constructor() {
    this.passed = new Promise((resolve) => (this.open = resolve));
  }
}

/** The value of the only column of the only row. */
export async function scalar(manager: EntityManager, sql: string, parameters: unknown[] = []): Promise<unknown> {
  const [row] = await manager.query<Record<string, unknown>[]>(sql, parameters);
  return row && Object.values(row)[0];
}

/** Makes an empty database on a server. */
export async function makeDatabase(server: string, name: string): Promise<void> {
  const connection = await createConnection(server.replace(/^mariadb:/, 'mysql:'));
  await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  await connection.end();
}
