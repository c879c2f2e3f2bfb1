import { type DynamicModule, Global, Module } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { Clock, SystemClock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { CONFIG, type Config } from '../config/config';
import { Metrics } from '../metrics/metrics';
import { type DatabaseParts, dataSourceOptions } from './data-source-options';
import { countRetries, measurePool } from './database-metrics';
import { StoreDataSource } from './store-data-source';
import { Transactions } from './transactions';

/** The database of the process, with the clock and the ids that its rows are stamped with. */
@Global()
@Module({})
export class DatabaseModule {
  static forRoot(parts: Pick<DatabaseParts, 'entities' | 'migrations'>): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [CONFIG],
          useFactory: ({ database }: Config) => ({
            ...dataSourceOptions({ ...parts, url: database.url, poolSize: database.poolSize, tls: database.tls }),
            // The embedded database is nobody else's: it is brought up to date at each start.
            migrationsRun: false,
            retryAttempts: database.embedded ? 0 : 10,
            retryDelay: 1000,
          }),
          dataSourceFactory: async (options) => {
            if (options === undefined) throw new TypeError('no data source options');
            return new StoreDataSource(options).initialize();
          },
        }),
      ],
      providers: [
        { provide: Clock, useClass: SystemClock },
        { provide: IdGenerator, useFactory: (clock: Clock) => new IdGenerator(clock), inject: [Clock] },
        {
          provide: Transactions,
          useFactory: (dataSource: DataSource, metrics: Metrics, { database }: Config) => {
            measurePool(metrics, dataSource, database.poolSize);
            return new Transactions(dataSource, countRetries(metrics));
          },
          inject: [getDataSourceToken(), Metrics, CONFIG],
        },
      ],
      exports: [Clock, IdGenerator, Transactions],
    };
  }
}
