import { type Server } from 'node:http';
import { type Logger } from 'pino';
import { monotonicMs } from '../../../kernel/clock';
import { type Metrics } from '../../metrics/metrics';

/** One line tells of all connections that were refused since the one before. */
const TELL_EVERY_MS = 60_000;

/** Counts the connections of a server, and tells of those beyond its limit, which Node closes without a word (operations.md). */
export function tellConnections(server: Server, metrics: Metrics, logger: Logger, now = monotonicMs): void {
  let refused = 0;
  let untold = 0;
  let toldAt = -Infinity;
  metrics.gauge('http_connections', 'Open connections of the API port.', () => connectionsOf(server));
  metrics.total('http_connections_refused_total', 'Connections beyond MAX_CONNECTIONS, closed at once.', () => refused);
  server.on('drop', () => {
    refused += 1;
    untold += 1;
    if (now() - toldAt < TELL_EVERY_MS) return;
    logger.warn({ refused: untold, limit: server.maxConnections }, 'connections beyond MAX_CONNECTIONS are refused');
    toldAt = now();
    untold = 0;
  });
}

function connectionsOf(server: Server): Promise<number | undefined> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error === null ? count : undefined)));
}
