import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type OpenAPIObject } from '@nestjs/swagger';
import { type Logger } from 'pino';
import { type Config } from '../platform/config/config';
import { configureApp } from '../platform/http/configure-app';
import { openApiDocument, serveOpenApi } from '../platform/http/openapi';
import { StoreAdapter } from '../platform/http/store.adapter';
import { NestLogger } from '../platform/logging/logger';
import { ApiModule } from './api.module';

/** An API, ready to listen. */
export interface Api {
  readonly app: NestExpressApplication;
  readonly document: OpenAPIObject;
}

/**
 * Builds the API of a configuration: the same for the process, its tests and benchmarks.
 * @param withWorkers whether the workers run in this process too
 */
export async function createApi(config: Config, logger: Logger, withWorkers = false): Promise<Api> {
  const app = await NestFactory.create<NestExpressApplication>(
    ApiModule.forRoot(config, withWorkers),
    new StoreAdapter(),
    {
      bodyParser: false,
      logger: new NestLogger(logger),
      abortOnError: false,
    },
  );
  configureApp(app, config, logger);
  const document = openApiDocument(app);
  serveOpenApi(app, document);
  return { app, document };
}

/** The OpenAPI document without a database or a queue: no provider is constructed. */
export async function previewDocument(config: Config): Promise<OpenAPIObject> {
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.forRoot(config), new StoreAdapter(), {
    preview: true,
    logger: false,
    abortOnError: false,
  });
  return openApiDocument(app);
}
