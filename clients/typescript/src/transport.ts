import { backOff, wait } from './waiting.js';
import type { Tokens } from './tokens.js';

/** Number and longest wait of the retries of a request. */
export interface RetryOptions {
  /** Attempts after the first; default 3. */
  readonly retries?: number;
  /** Longest wait before an attempt in milliseconds; a `Retry-After` above it is not waited for; default 30,000. */
  readonly mostWaitMs?: number;
}

const FIRST_WAIT_MS = 250;
/** The store, or a proxy before it, could not answer now. 409 is retried with `Retry-After` only: the first request still runs. */
const RETRIED = new Set([429, 502, 503, 504]);
/** Methods whose repeat has the same effect. POST is made so by its key. */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']);

/** Sends requests with a token and, if theirs is not empty, an `Idempotency-Key`, and tries again what may be tried again. */
export class Transport {
  private readonly retries: number;
  private readonly mostWaitMs: number;

  constructor(
    private readonly tokens: Tokens,
    private readonly send: typeof fetch,
    { retries = 3, mostWaitMs = 30_000 }: RetryOptions,
  ) {
    this.retries = retries;
    this.mostWaitMs = mostWaitMs;
  }

  /** Returns the last response, also of a failure. @throws TypeError when the store could not be reached, the reason of an abort */
  readonly fetch = async (request: Request): Promise<Response> => {
    const key = request.headers.get('idempotency-key');
    if (key === '') request.headers.delete('idempotency-key');
    else if (key === null && request.method === 'POST') request.headers.set('idempotency-key', crypto.randomUUID());
    let isRenewed = false;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.attempt(request, isRenewed);
      if (outcome === 'renewed') {
        isRenewed = true;
        attempt -= 1;
        continue;
      }
      const delay = this.delay(request, outcome, attempt);
      if (delay === undefined) {
        if (outcome instanceof Response) return outcome;
        throw outcome.error;
      }
      if (outcome instanceof Response) await outcome.body?.cancel();
      await wait(delay, request.signal);
    }
  };

  /** @returns the response, the failure to reach the store, or that the token was renewed */
  private async attempt(request: Request, isRenewed: boolean): Promise<Response | Unreached | 'renewed'> {
    const token = await this.tokens.get();
    const sent = request.clone();
    // Without one, paths that need none respond, and the 401 of the others says that none was sent.
    const hasToken = token !== undefined && token !== '';
    if (hasToken) sent.headers.set('authorization', `Bearer ${token}`);
    let response: Response;
    try {
      response = await this.send(sent);
    } catch (error) {
      return { error };
    }
    if (response.status !== 401 || isRenewed || !hasToken || !this.tokens.isRenewable) return response;
    await response.body?.cancel();
    await this.tokens.renew(token);
    return 'renewed';
  }

  /** @returns milliseconds to wait before the next attempt; undefined: there is none */
  private delay(request: Request, outcome: Response | Unreached, attempt: number): number | undefined {
    if (attempt >= this.retries || !isRepeatable(request)) return undefined;
    const usual = backOff(attempt, FIRST_WAIT_MS, this.mostWaitMs);
    if (!(outcome instanceof Response)) return usual;
    const after = retryAfterMs(outcome);
    const isLater = RETRIED.has(outcome.status) || (outcome.status === 409 && after !== undefined);
    if (!isLater || (after ?? 0) > this.mostWaitMs) return undefined;
    return Math.max(after ?? 0, usual);
  }
}

function isRepeatable({ method, headers, signal }: Request): boolean {
  return !signal.aborted && (IDEMPOTENT.has(method) || headers.has('idempotency-key'));
}

function retryAfterMs({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : undefined;
}

interface Unreached {
  readonly error: unknown;
}
