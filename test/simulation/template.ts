import { DataSource, SelectQueryBuilder } from 'typeorm';
import { migrations } from '../../src/app/migrations';
import { Brand } from '../../src/modules/catalog/data/brand.entity';
import { Product } from '../../src/modules/catalog/data/product.entity';
import { WebhookAttempt } from '../../src/modules/webhooks/data/webhook-attempt.entity';
import { WebhookDelivery } from '../../src/modules/webhooks/data/webhook-delivery.entity';
import { WebhookHealth } from '../../src/modules/webhooks/data/webhook-health.entity';
import { WebhookLaneEntry } from '../../src/modules/webhooks/data/webhook-lane.entity';
import { WebhookWorkerRow } from '../../src/modules/webhooks/data/webhook-worker.entity';
import { Webhook } from '../../src/modules/webhooks/data/webhook.entity';
import { dataSourceOptions } from '../../src/platform/database/connection/data-source-options';
import { StoreDataSource } from '../../src/platform/database/connection/store-data-source';
import { EventEpoch } from '../../src/platform/events/event-epoch.entity';
import { EventPosition } from '../../src/platform/events/event-position.entity';
import { EventRow } from '../../src/platform/events/event.entity';
import { WorkerLease } from '../../src/platform/leases/worker-lease.entity';
import { replaced } from './outside';

const EVENTS = [EventEpoch, EventPosition, EventRow];
const WEBHOOKS = [Webhook, WebhookAttempt, WebhookDelivery, WebhookHealth, WebhookLaneEntry, WebhookWorkerRow];
/** The tables on the path of events, and those of the object that is changed. */
const ENTITIES = [...EVENTS, ...WEBHOOKS, WorkerLease, Brand, Product];
const OPTIONS = { url: 'sqlite::memory:', entities: ENTITIES };

interface Made {
  readonly name: string;
  readonly sql: string;
}

/** Returns the statements that make the tables as the migrations leave them, with the rows that migrations insert. */
export async function migratedSchema(): Promise<string[]> {
  const source = await new StoreDataSource(dataSourceOptions({ ...OPTIONS, migrations })).initialize();
  try {
    await source.runMigrations({ transaction: 'each' });
    const names = source.entityMetadatas.map(({ tableName }) => tableName);
    const wanted = names.map((name) => `'${name}'`).join();
    const made = await source.query<Made[]>(
      `SELECT name, sql FROM sqlite_master WHERE tbl_name IN (${wanted}) AND sql IS NOT NULL ORDER BY type DESC, name`,
    );
    const rows = await Promise.all(names.map((name) => insertsOf(source, name)));
    return [...made.map(({ sql }) => sql), ...rows.flat()];
  } finally {
    await source.destroy();
  }
}

async function insertsOf(source: DataSource, table: string): Promise<string[]> {
  const rows = await source.query<Record<string, unknown>[]>(`SELECT * FROM "${table}"`);
  const literal = (value: unknown): string => {
    if (value === null) return 'NULL';
    return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
  };
  return rows.map((row) => `INSERT INTO "${table}" VALUES (${Object.values(row).map(literal).join()})`);
}

/** A data source that takes the simulated server for one like MariaDB; see `handOver`. */
export async function simulatedSource(): Promise<DataSource> {
  const source = new DataSource(dataSourceOptions({ ...OPTIONS, migrations: [] }));
  source.driver.supportedDataTypes.push('mediumtext');
  await source.initialize();
  // The store then locks rows, gives signs of life and shares its database; the driver still makes SQLite's statements.
  Object.assign(source, { options: { ...source.options, type: 'mariadb' } });
  return source;
}

/** Lets TypeORM lock rows in statements for SQLite, as it does in those for MariaDB. @returns puts the former code back */
export function allowRowLocks(): () => void {
  return replaced(SelectQueryBuilder.prototype, {
    createLockExpression(this: SelectQueryBuilder<object>): string {
      return this.expressionMap.lockMode === undefined ? '' : ' FOR UPDATE';
    },
  });
}
