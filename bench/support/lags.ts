import { createServer } from 'node:http';

/** Milliseconds of the machine: comparable between processes. */
const now = (): number => performance.timeOrigin + performance.now();

/** A UUIDv7 begins with the milliseconds at which the event happened, which is a little before its commit. */
export function happenedAt(id: unknown): number {
  return Number.parseInt(String(id).replaceAll('-', '').slice(0, 12), 16);
}

/** When things came, and how late. */
export class Lags {
  private arrivals: number[] = [];
  private lags: number[] = [];

  /** @param happened when its event happened; undefined: how late it came does not count */
  came(happened?: number): void {
    const at = now();
    this.arrivals.push(at);
    if (happened !== undefined) this.lags.push(at - happened);
  }

  reset(): void {
    [this.arrivals, this.lags] = [[], []];
  }

  /** Returns the number of arrivals, milliseconds from the first to the last, and the lags after their events. */
  report(): string {
    const sorted = [...this.lags].sort((a, b) => a - b);
    const tookMs = (this.arrivals.at(-1) ?? 0) - (this.arrivals[0] ?? 0);
    const [p50, p99, p999] = [0.5, 0.99, 0.999].map((part) => share(sorted, part));
    return JSON.stringify({ calls: this.arrivals.length, tookMs, p50, p99, p999 });
  }
}

/** Serves the report to GET, and forgets what came at DELETE; `others` takes the rest. Prints its port. */
export function serveLags(lags: Lags, others: Parameters<typeof createServer>[1]): void {
  const server = createServer((request, response) => {
    if (request.method === 'GET') response.end(lags.report());
    else if (request.method === 'DELETE') {
      lags.reset();
      response.end();
    } else others?.(request, response);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`port ${typeof address === 'object' ? address?.port : ''}\n`);
  });
}

function share(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0;
}
