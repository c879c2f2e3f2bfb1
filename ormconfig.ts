import { entities } from './src/app/entities';
import { migrations } from './src/app/migrations';
import { loadConfig } from './src/platform/config/config';
import { dataSourceOptions } from './src/platform/database/connection/data-source-options';
import { StoreDataSource } from './src/platform/database/connection/store-data-source';

/** The data source of the environment, for TypeORM's own command line: `typeorm migration:show -d dist/ormconfig.js`. */
const { url, tls } = loadConfig().database;
export default new StoreDataSource(dataSourceOptions({ url, tls, entities, migrations }));
