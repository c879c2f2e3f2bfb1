import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type OpenAPIObject } from '@nestjs/swagger';
import { type Logger } from 'pino';
import { type Config } from '../platform/config/config';
import { configureApp } from '../platform/http/configure-app';
import { requestLog } from '../platform/http/request-log';
import { openApiDocument, serveOpenApi } from '../platform/http/openapi';
import { StoreAdapter } from '../platform/http/store.adapter';
import { NestLogger } from '../platform/logging/logger';
import { httpMetrics } from '../platform/metrics/http-metrics';
import { Metrics } from '../platform/metrics/metrics';
import { metricsListener } from '../platform/metrics/metrics.server';
import { traceRequests } from '../platform/tracing/http-tracing';
import { Tracing } from '../platform/tracing/tracing';
import { ApiModule } from './api.module';
import { apiTags } from './api-tags';
import { serveQueueBoard } from './queue-board';

/** An API, ready to listen. */
export interface Api {
  readonly app: NestExpressApplication;
  readonly document: OpenAPIObject;
}

/**
 * Builds the API of a configuration: the same for the process, its tests and benchmarks.
 * @param requests where the lines of requests go that did not fail
 * @param withWorkers whether the workers run in this process too
 */
export async function createApi(
  config: Config,
  logger: Logger,
  requests: Logger = logger,
  withWorkers = false,
): Promise<Api> {
  const module = ApiModule.forRoot(config, withWorkers);
  const adapter = new StoreAdapter();
  const app = await NestFactory.create<NestExpressApplication>(module, adapter, {
    bodyParser: false,
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  const metrics = app.get(Metrics);
  // Nobody reads what is not served.
  if (config.metrics.onApi || config.metrics.port !== undefined) adapter.enter(httpMetrics(metrics));
  const tracing = app.get(Tracing);
  const traced = tracing.isOn ? traceRequests(tracing) : undefined;
  if (traced !== undefined) adapter.enter(traced.begin);
  configureApp(app, adapter, config, requestLog(logger, requests));
  if (traced !== undefined) adapter.enter(traced.enter);
  if (config.metrics.onApi) app.use('/metrics', metricsListener(metrics));
  if (config.redisUrl !== undefined) serveQueueBoard(app);
  const document = openApiDocument(app, apiTags);
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
  return openApiDocument(app, apiTags);
}
