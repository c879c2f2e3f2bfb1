import autocannon from 'autocannon';

/** A request of a load. */
export interface Shot {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

/** The result of a load. */
export interface Speed {
  readonly perSecond: number;
  /** Number of requests, or of the steps that were driven. */
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Sends one kind of request over `connections` kept-alive connections for `seconds`.
 * @throws Error when any answer was not 2xx
 */
export async function load(
  url: string,
  shots: readonly Shot[],
  connections: number,
  seconds: number,
  token: string,
): Promise<Speed> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
    requests: shots.map(({ method, path, body }) => ({ method, path, body })),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers of ${url} were not 2xx, ${result.errors} errors`);
  const { total } = result.requests;
  const { p50, p99 } = result.latency;
  return { perSecond: total / result.duration, count: total, p50Ms: p50, p99Ms: p99 };
}

/** The middle one. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
