import { type RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { RateLimited } from '../../platform/http/http.errors';

/** Counts for a key. @throws RateLimited when it is beyond the limit */
export async function consumeOrRefuse(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) refuseFor(Math.ceil(refusal.msBeforeNext / 1000));
    throw refusal;
  }
}

/** Refuses a request that may be sent again. @throws RateLimited */
export function refuseFor(seconds: number): never {
  throw new RateLimited(seconds);
}
