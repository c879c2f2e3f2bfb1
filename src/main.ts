import { keepStopSignal } from './app/stop-signal';
import './app/source-maps';
import 'reflect-metadata';
import { type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { getDataSourceToken } from '@nestjs/typeorm';
import { listening } from './app/cannot-listen';
import { writeAddress } from './app/open-address';
import { localUrl } from './cli/local-url';
import { createApi } from './app/create-api';
import { prepareStore } from './app/prepare-store';
import { requirePriceTax } from './app/check-price-tax';
import { runProcess, type RunningProcess } from './app/run-process';
import { requireSecretsKey, warnOfUnreadableSecrets } from './app/secrets-key';
import { welcome } from './app/welcome';
import { type Config } from './platform/config/config';
import { isFileInUse } from './platform/database/connection/sqlite/file-in-use';
import { type StoreDataSource } from './platform/database/connection/store-data-source';
import { closeServer, takeWaiting } from './platform/http/connections/stop-listening';
import { Lifecycle } from './platform/http/lifecycle';
import { createLogger, createRequestLogger } from './platform/logging/logger';
import { Metrics } from './platform/metrics/metrics';
import { serveProcessMetrics } from './platform/metrics/metrics.server';
import { BackgroundWork, settleAll } from './platform/queue/background-work';
import { RELEASE, VERSION } from './platform/version';

/** Time in which a connection that was just taken sends its request, in milliseconds. */
const REQUEST_MS = 50;

/** Starts the API. */
async function serve(config: Config): Promise<RunningProcess> {
  const logger = createLogger(config.logLevel);
  const requests = createRequestLogger(config.logLevel);
  // Asked before this process opens it.
  const isBeside = isFileInUse(config.database.url);
  const { app } = await createApi(config, logger, requests, config.redisUrl === undefined);
  if (config.database.embedded) {
    await prepareStore(app);
    await requireSecretsKey(app);
    await app.get<StoreDataSource>(getDataSourceToken()).ownFile();
  }
  await requirePriceTax(app, config);
  await warnOfUnreadableSecrets(app, logger);
  keepStopSignal();
  await listening('PORT', app.listen(config.http.port, config.http.host));
  const server = app.getHttpServer();
  const { port } = server.address() as AddressInfo;
  const metricsServer = await listening('METRICS_PORT', serveProcessMetrics(app.get(Metrics), config));
  const { port: metricsPort } = (metricsServer?.address() ?? {}) as Partial<AddressInfo>;
  logger.info({ version: VERSION, release: RELEASE, host: config.http.host, port, metricsPort }, 'listening');
  const address = localUrl(config.http.host, port, 'PORT');
  const forget = writeAddress(config, address, isBeside);
  await welcome(app, config, address);
  return {
    logger,
    stop: async (hurry) => {
      await stopServing(app, config.http, hurry).finally(() => app.close());
      metricsServer?.close();
      forget();
      await new Promise<void>((resolve) => requests.flush(() => resolve()));
    },
  };
}

/** Leaves the load balancers, answers what is under way, and stops background work. @param hurry ends the time for load balancers */
async function stopServing(app: NestExpressApplication, http: Config['http'], hurry: AbortSignal): Promise<void> {
  const lifecycle = app.get(Lifecycle);
  const server = app.getHttpServer();
  lifecycle.leave();
  if (http.drainSeconds > 0) await pause(http.drainSeconds * 1000, undefined, { signal: hurry }).catch(() => undefined);
  await takeWaiting(server);
  await settleAll([
    closeServer(server, http.shutdownSeconds),
    pause(REQUEST_MS).then(() => lifecycle.drain()),
    app.get(BackgroundWork).stop(),
  ]);
}

runProcess('storekeeper cannot start.', serve);
