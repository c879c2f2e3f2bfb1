import { type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiModule } from '../app/api.module';
import { type Config, loadConfig } from '../platform/config/config';

/**
 * Runs with the store's services, on its database, and closes them. A database that cannot be opened is not waited for.
 * Redis is left alone: workers find by their sweep what a command has to tell, and a Redis that is away would keep the
 * command from ending.
 */
export async function withStore<T>(
  work: (store: INestApplicationContext) => Promise<T>,
  config: Config = loadConfig(),
): Promise<T> {
  const module = ApiModule.forRoot({ ...config, redisUrl: undefined }, false, 1);
  const store = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
