import { createServer } from 'node:http';

/**
 * A receiver of webhooks as a process of its own: answers 204 at once. `GET /` tells what came since the last time:
 * how many calls, milliseconds from the first to the last, and how long after their events they came.
 */
let arrivals: number[] = [];
let lags: number[] = [];

const now = (): number => performance.timeOrigin + performance.now();

/** A UUIDv7 begins with the milliseconds at which the event happened, which is a little before its commit. */
function happenedAt(id: unknown): number {
  return Number.parseInt(String(id).replaceAll('-', '').slice(0, 12), 16);
}

function share(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0;
}

function report(): string {
  const sorted = [...lags].sort((a, b) => a - b);
  const took = (arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0);
  const text = JSON.stringify({
    calls: arrivals.length,
    tookMs: took,
    p50: share(sorted, 0.5),
    p99: share(sorted, 0.99),
    p999: share(sorted, 0.999),
  });
  return text;
}

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(report());
    return;
  }
  if (request.method === 'DELETE') {
    arrivals = [];
    lags = [];
    response.end();
    return;
  }
  request.resume().once('end', () => {
    const at = now();
    arrivals.push(at);
    if (request.headers['webhook-attempt'] === '1') lags.push(at - happenedAt(request.headers['webhook-id']));
    response.writeHead(204).end();
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`port ${typeof address === 'object' ? address?.port : ''}\n`);
});
