import { type INestApplicationContext } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { newestOrderIncludesTax } from '../modules/orders/price-tax';
import { type Config, ConfigurationError } from '../platform/config/config';
import { PendingMigrations } from '../platform/database/connection/pending-migrations';

/**
 * Keeps a store from starting whose PRICES_INCLUDE_TAX was changed after its first order: its prices would mean something
 * else from one order to the next (orders-and-payments.md 25). A database that is not migrated is left to the health
 * check: nothing is served on it.
 * @throws ConfigurationError
 */
export async function requirePriceTax(app: INestApplicationContext, { store }: Config): Promise<void> {
  const missing = await app.get(PendingMigrations, { strict: false }).names();
  if (missing.length > 0) return;
  const { manager } = app.get<DataSource>(getDataSourceToken(), { strict: false });
  const before = await newestOrderIncludesTax(manager);
  if (before === undefined || before === store.pricesIncludeTax) return;
  const [was, is] = before ? ['true', 'false'] : ['false', 'true'];
  throw new ConfigurationError([
    `PRICES_INCLUDE_TAX is ${is}, but the store has orders from when it was ${was}: set it back to ${was}. It can be chosen before the first order only`,
  ]);
}
