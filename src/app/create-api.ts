import { createRequire } from 'node:module';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type OpenAPIObject } from '@nestjs/swagger';
import { type Logger } from 'pino';
import { CurrenciesService } from '../modules/settings/currencies.service';
import { StorefrontOriginsService } from '../modules/access/storefront-origins.service';
import { type Config, parseConfig } from '../platform/config/config';
import { PendingMigrations } from '../platform/database/connection/pending-migrations';
import { documentedBodies } from '../modules/webhooks/domain/webhook-formats';
import { StoreObjects } from '../platform/events/store-objects';
import { configureApp } from '../platform/http/configure-app';
import { tellConnections } from '../platform/http/connections/connection-figures';
import { replicaSteps } from '../platform/http/asking-client.step';
import { requestLog } from '../platform/http/request-log';
import { type DocumentedEvent } from '../platform/http/openapi/documented-event';
import { openApiDocument } from '../platform/http/openapi/openapi';
import { sentExample } from '../platform/http/openapi/openapi-webhooks';
import { serveOpenApi } from '../platform/http/openapi/served-documents';
import { type StoreValues } from '../platform/http/openapi/store-examples';
import { refuseUnmigrated } from '../platform/http/unmigrated';
import { StoreAdapter } from '../platform/http/store.adapter';
import { NestLogger } from '../platform/logging/logger';
import { httpMetrics } from '../platform/metrics/http-metrics';
import { Metrics } from '../platform/metrics/metrics';
import { metricsListener } from '../platform/metrics/metrics.server';
import { traceRequests } from '../platform/tracing/http-tracing';
import { Tracing } from '../platform/tracing/tracing';
import { ApiModule } from './api.module';
import { apiTags } from './api-tags';
import { apiWords } from './api-words';
import { serveFrontPage } from './front-page';
import { serveConsole } from './serve-console';
import type * as QueueBoard from './queue-board';

/** An API, ready to listen. */
export interface Api {
  readonly app: NestExpressApplication;
  /** The OpenAPI document, built when it is first asked for: at start it would cost every process 0.3 s and 10 MB. */
  readonly document: () => OpenAPIObject;
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
  // No route serves the metrics here, so requests are not measured.
  if (config.metrics.onApi || config.metrics.port !== undefined) adapter.enter(httpMetrics(metrics));
  const tracing = app.get(Tracing);
  const traced = tracing.isOn ? traceRequests(tracing) : undefined;
  if (traced !== undefined) adapter.enter(traced.begin);
  const origins = app.get(StorefrontOriginsService);
  configureApp(app, adapter, config, requestLog(logger, requests), (origin) => origins.has(origin));
  tellConnections(app.getHttpServer(), metrics, logger);
  adapter.enter(refuseUnmigrated(app.get(PendingMigrations)));
  if (traced !== undefined) adapter.enter(traced.enter);
  adapter.enter(...replicaSteps(config));
  if (config.metrics.onApi) app.use('/metrics', metricsListener(metrics));
  if (config.redisUrl !== undefined) queueBoard().serveQueueBoard(app);
  const document = once(() => documentOf(app));
  serveOpenApi(app, document, () => valuesOf(app));
  serveFrontPage(app, config);
  serveConsole(app, config);
  return { app, document };
}

/** Loaded only where there is a Redis: the board brings Bull and its client along. */
function queueBoard(): typeof QueueBoard {
  return createRequire(__filename)('./queue-board') as typeof QueueBoard;
}

/** The values of examples; none while there is no database: the pages open all the same. */
async function valuesOf(app: NestExpressApplication): Promise<StoreValues> {
  const terms = await app
    .get(CurrenciesService)
    .defaultTerms()
    .catch(() => undefined);
  if (terms === undefined) return {};
  const [band] = terms.taxBands.keys();
  return { currency: terms.currency.id, currency_code: terms.currency.code, ...(band && { tax_band: band }) };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function documentOf(app: NestExpressApplication): OpenAPIObject {
  const objects = app.get(StoreObjects);
  return openApiDocument(app, apiTags, {
    words: apiWords(objects),
    events: objects.catalogue(),
    bodies: documentedBodies,
  });
}

/** The event types of the store, and an example of each. */
export interface EventCatalogue {
  readonly events: readonly DocumentedEvent[];
  readonly exampleOf: (event: DocumentedEvent) => unknown;
}

/** Builds the OpenAPI document with an empty database in memory: modules register the words of enums when they are made. */
export async function previewDocument(): Promise<OpenAPIObject> {
  return (await preview()).document;
}

/** As {@link previewDocument}, what it says of events. */
export async function previewEvents(): Promise<EventCatalogue> {
  const { events, document } = await preview();
  return { events, exampleOf: ({ type }) => sentExample(document, type) };
}

async function preview(): Promise<{ document: OpenAPIObject; events: readonly DocumentedEvent[] }> {
  // A key, so that none is made and kept in a file; nothing is sealed with it.
  const config = parseConfig({ DATABASE_URL: 'sqlite::memory:', SECRETS_KEY: Buffer.alloc(32).toString('base64') });
  const app = await NestFactory.create<NestExpressApplication>(ApiModule.forRoot(config), new StoreAdapter(), {
    logger: false,
    abortOnError: false,
  });
  try {
    return { document: documentOf(app), events: app.get(StoreObjects).catalogue() };
  } finally {
    await app.close();
  }
}
