import { type DynamicModule, Global, Module } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { type Logger } from 'pino';
import { type DataSource } from 'typeorm';
import { Clock, SystemClock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { CONFIG, type Config } from '../config/config';
import { LOGGER } from '../logging/logger';
import { Metrics } from '../metrics/metrics';
import { type DatabaseParts, dataSourceOptions } from './connection/data-source-options';
import { countRetries, measurePool, poolOf } from './connection/database-metrics';
import { reportDatabase } from './connection/database-reports';
import { openDatabase } from './connection/open-database';
import { PendingMigrations } from './connection/pending-migrations';
import { Transactions } from './connection/transactions';
import { OpenReplicas } from './replicas/open-replicas';

type TransactionsParts = [DataSource, Metrics, OpenReplicas, Config, Logger];
type Classes = Pick<DatabaseParts, 'entities' | 'migrations'>;

/** A server may start together with the store. */
const CONNECT_ATTEMPTS = 10;

/** The database of the process, with the clock and the ids that its rows are stamped with. */
@Global()
@Module({})
export class DatabaseModule {
  /** @param attempts to open the database of a server; an embedded one is opened or is not */
  static forRoot(parts: Classes, attempts = CONNECT_ATTEMPTS): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [connection(parts, attempts)],
      providers: [
        { provide: Clock, useClass: SystemClock },
        { provide: IdGenerator, useFactory: (clock: Clock) => new IdGenerator(clock), inject: [Clock] },
        {
          provide: PendingMigrations,
          useFactory: (dataSource: DataSource) => new PendingMigrations(dataSource),
          inject: [getDataSourceToken()],
        },
        {
          provide: OpenReplicas,
          useFactory: (dataSource: DataSource, clock: Clock, metrics: Metrics, logger: Logger, { database }: Config) =>
            new OpenReplicas({ dataSource, clock, metrics, logger, settings: database.replicas }),
          inject: [getDataSourceToken(), Clock, Metrics, LOGGER, CONFIG],
        },
        {
          provide: Transactions,
          useFactory: (...[dataSource, metrics, { replicas }, { database }, logger]: TransactionsParts) => {
            measurePool(metrics, dataSource, database.poolSize);
            if (!database.embedded) reportDatabase(poolOf(dataSource), database.url, logger);
            return new Transactions(dataSource, countRetries(metrics), replicas);
          },
          inject: [getDataSourceToken(), Metrics, OpenReplicas, CONFIG, LOGGER],
        },
      ],
      exports: [Clock, IdGenerator, Transactions, PendingMigrations],
    };
  }
}

function connection(parts: Classes, attempts: number): DynamicModule {
  // Set when the options are made, a moment before they are opened.
  let url = '';
  return TypeOrmModule.forRootAsync({
    inject: [CONFIG],
    useFactory: ({ database }: Config) => {
      url = database.url;
      return {
        ...dataSourceOptions({ ...parts, url, poolSize: database.poolSize, tls: database.tls }),
        // The embedded database is nobody else's: it is brought up to date at each start.
        migrationsRun: false,
        // Tried again by openDatabase, which says what and why.
        toRetry: () => false,
      };
    },
    dataSourceFactory: async (options) => {
      if (options === undefined) throw new TypeError('no data source options');
      return openDatabase(options, url, options.type === 'better-sqlite3' ? 1 : attempts);
    },
  });
}
