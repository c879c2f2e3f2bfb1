import { RateLimiterMemory } from 'rate-limiter-flexible';
import { type Config } from '../../platform/config/config';
import { consumeOrRefuse } from '../access/consume-or-refuse';
import { networkOf } from '../access/network-of';
import { type LoginPlace } from './login-place';

/** Requests about an e-mail address or by a customer in an hour. */
const TIMES_AN_HOUR = 5;
const HOUR_SECONDS = 3600;
const MINUTE_SECONDS = 60;

/**
 * Limits requests that mail to an e-mail address, or whose response shows whether one is taken (storefront.md 2). All of them count,
 * not only those that fail: the responses beyond the limit show nothing.
 */
export class EmailLimit {
  private readonly byKey = new RateLimiterMemory({ points: TIMES_AN_HOUR, duration: HOUR_SECONDS });
  private readonly byAddress: RateLimiterMemory;

  constructor({ failedLoginsPerMinute }: Config['access']) {
    this.byAddress = new RateLimiterMemory({ points: failedLoginsPerMinute, duration: MINUTE_SECONDS });
  }

  /** @param key an e-mail address, or the id of a customer @throws RateLimited for the key, and for the IP address of a page */
  async count(key: string, { address, isPage }: LoginPlace): Promise<void> {
    if (isPage) await consumeOrRefuse(this.byAddress, networkOf(address));
    await consumeOrRefuse(this.byKey, key);
  }
}
