import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../../platform/config/config';
import { Metrics } from '../../platform/metrics/metrics';
import { consumeOrRefuse, refuseFor } from '../access/consume-or-refuse';
import { networkOf } from '../access/network-of';
import { DiscountCodeRefused, isWrongCode } from './carts.errors';

const MINUTE_SECONDS = 60;
/** The limit of a client is the limit of one address times this number, as of wrong passwords. */
const ADDRESSES = 10;

/** The page that a request comes from. */
export interface Page {
  /** IP address of the browser. */
  readonly address: string;
  /** Id of the public client. */
  readonly client: string;
}

/**
 * Counts the wrong codes of pages as wrong passwords are counted, by address and by client, and refuses an address beyond its limit:
 * a right code too, since a guess must not show that it is right. The limit of the client refuses wrong ones alone, so that one
 * buyer does not take the codes of the others. The shop's own server is not counted. What is kept ends with its minute.
 */
@Injectable()
export class CodeLimit {
  private readonly byAddress: RateLimiterMemory;
  private readonly byClient: RateLimiterMemory;

  private readonly failures;

  constructor(@Inject(CONFIG) { access }: Config, metrics: Metrics) {
    const help = 'Discount codes of pages that were refused: wrong ones, or too many of them before.';
    this.failures = metrics.counter('code_failures_total', help, ['reason']);
    for (const reason of ['wrong_code', 'rate_limited']) this.failures.inc({ reason }, 0);
    const points = access.failedLoginsPerMinute;
    this.byAddress = new RateLimiterMemory({ points, duration: MINUTE_SECONDS });
    this.byClient = new RateLimiterMemory({ points: points * ADDRESSES, duration: MINUTE_SECONDS });
  }

  /**
   * Runs a request that may name a code.
   * @param page undefined: the shop's own server sent it @param code null or undefined: it names none
   * @throws RateLimited; and what `work` throws
   */
  async guard<T>(page: Page | undefined, code: string | null | undefined, work: () => Promise<T>): Promise<T> {
    if (page === undefined || !code) return work();
    const wrong = await this.byAddress.get(networkOf(page.address));
    if (wrong !== null && wrong.remainingPoints <= 0) {
      this.failures.inc({ reason: 'rate_limited' });
      refuseFor(Math.ceil(wrong.msBeforeNext / 1000));
    }
    try {
      return await work();
    } catch (error) {
      if (error instanceof DiscountCodeRefused && isWrongCode(error.reason)) await this.count(page);
      throw error;
    }
  }

  /** @throws RateLimited */
  private async count({ address, client }: Page): Promise<void> {
    try {
      await consumeOrRefuse(this.byAddress, networkOf(address));
      await consumeOrRefuse(this.byClient, client);
      this.failures.inc({ reason: 'wrong_code' });
    } catch (error) {
      this.failures.inc({ reason: 'rate_limited' });
      throw error;
    }
  }
}
