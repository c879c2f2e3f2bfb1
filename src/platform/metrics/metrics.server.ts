import { createServer, type RequestListener, type Server } from 'node:http';
import { type Config } from '../config/config';
import { type Metrics } from './metrics';

/** Answers a scrape: the same on a port of its own and on the API's. */
export function metricsListener(metrics: Metrics): RequestListener {
  return (_request, response) => {
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(503).end(),
    );
  };
}

/** Further things to answer on the port of the metrics, by path. */
type Routes = Readonly<Record<string, RequestListener>>;

/**
 * Serves `/metrics` and these routes, and nothing else, on a port that is not the public one.
 * @throws Error when the port is taken
 */
async function serveMetrics(metrics: Metrics, host: string, port: number, routes: Routes): Promise<Server> {
  const answers = new Map(Object.entries({ ...routes, '/metrics': metricsListener(metrics) }));
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '');
    if (answer === undefined) response.writeHead(404).end();
    else answer(request, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return server;
}

/** Begins to measure the runtime and serves the metrics of a process where it is set up to. */
export async function serveProcessMetrics(
  metrics: Metrics,
  config: Config,
  routes: Routes = {},
): Promise<Server | undefined> {
  metrics.collectRuntime();
  metrics.tellBuild();
  const { host, port } = config.metrics;
  return port === undefined ? undefined : serveMetrics(metrics, host ?? config.http.host, port, routes);
}
