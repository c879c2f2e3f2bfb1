import 'reflect-metadata';
import { type AddressInfo } from 'node:net';
import { createApi } from './app/create-api';
import { prepareStore } from './app/prepare-store';
import { welcome } from './app/welcome';
import { type Config, ConfigurationError, loadConfig } from './platform/config/config';
import { closeServer, Lifecycle } from './platform/http/lifecycle';
import { createLogger, createRequestLogger } from './platform/logging/logger';
import { Metrics } from './platform/metrics/metrics';
import { serveProcessMetrics } from './platform/metrics/metrics.server';
import { BackgroundWork } from './platform/queue/background-work';

/** Starts the API and serves until SIGTERM or SIGINT, then drains and exits 0. */
async function serve(config: Config): Promise<void> {
  const logger = createLogger(config.logLevel);
  const requests = createRequestLogger(config.logLevel);
  const { app } = await createApi(config, logger, requests, config.redisUrl === undefined);
  if (config.database.embedded) await prepareStore(app);
  await app.listen(config.http.port, config.http.host);
  const server = app.getHttpServer();
  const { port } = server.address() as AddressInfo;
  const metricsServer = await serveProcessMetrics(app.get(Metrics), config);
  logger.info({ host: config.http.host, port }, 'listening');
  await welcome(app, config, port);
  let isStopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'draining');
    app.get(Lifecycle).drain();
    await Promise.all([closeServer(server, config.http.shutdownSeconds), app.get(BackgroundWork).stop()]);
    await app.close();
    metricsServer?.close();
    await new Promise<void>((resolve) => requests.flush(() => resolve()));
    logger.info('stopped');
    // Whatever still keeps the event loop busy, such as a Redis that is away, has nothing left to do.
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
}

function fail(error: unknown): void {
  const text =
    error instanceof ConfigurationError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`storekeeper cannot start. ${text ?? ''}\n`);
  process.exit(1);
}

try {
  serve(loadConfig()).catch(fail);
} catch (error) {
  fail(error);
}
