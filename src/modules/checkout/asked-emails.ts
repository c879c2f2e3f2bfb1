import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../../platform/config/config';
import { consumeOrRefuse } from '../access/consume-or-refuse';
import { networkOf } from '../access/network-of';
import { type AskedBuyer } from './checkout-options.service';
import { type CartTerms } from '../carts/carts.service';

const MINUTE_SECONDS = 60;

/**
 * Counts the e-mail addresses that a page asks prices for: a price can show what an address has used. The same one again costs
 * nothing. What is kept ends with its minute, and an address of the network adds at most as many entries as the limit.
 */
@Injectable()
export class AskedEmails {
  private readonly different: RateLimiterMemory;
  private readonly known = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: MINUTE_SECONDS });

  constructor(@Inject(CONFIG) { access }: Config) {
    this.different = new RateLimiterMemory({ points: access.failedLoginsPerMinute, duration: MINUTE_SECONDS });
  }

  /** @param page undefined: the shop's own server asks, which is not counted @throws RateLimited */
  async count(page: CartTerms['page'], buyer: AskedBuyer | null): Promise<void> {
    if (page === undefined || buyer === null || !('typed' in buyer)) return;
    const network = networkOf(page.address);
    const key = `${network} ${buyer.typed}`;
    if ((await this.known.get(key)) !== null) return;
    await consumeOrRefuse(this.different, network);
    await this.known.consume(key);
  }
}
