import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../../platform/config/config';
import { LOGGER } from '../../platform/logging/logger';
import { Metrics } from '../../platform/metrics/metrics';
import { RateLimited } from '../../platform/http/http.errors';
import { WrongCredentials } from './access.errors';
import { networkOf } from './network-of';

const MINUTE_SECONDS = 60;
/** The limit of a client is the limit of one address times this number. */
const ADDRESSES = 10;

/**
 * Counts wrong credentials by address and by client, per minute, and refuses those beyond the limit. Right credentials
 * always pass, so that an attacker who sends wrong ones locks out neither the owner of a client nor the other users of a
 * shared address. An address beyond its limit no longer counts for the client. That also bounds how many client ids one
 * address can put into memory.
 */
@Injectable()
export class LoginLimit {
  private readonly points: number;
  private readonly byAddress: RateLimiterMemory;
  private readonly byClient: RateLimiterMemory;

  private readonly failures;

  constructor(
    @Inject(CONFIG) config: Config,
    metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const help = 'Logins that failed: wrong credentials, or too many of them before.';
    this.failures = metrics.counter('login_failures_total', help, ['reason']);
    for (const reason of ['wrong_credentials', 'rate_limited']) this.failures.inc({ reason }, 0);
    this.points = config.access.failedLoginsPerMinute;
    this.byAddress = new RateLimiterMemory({ points: this.points, duration: MINUTE_SECONDS });
    this.byClient = new RateLimiterMemory({ points: this.points * ADDRESSES, duration: MINUTE_SECONDS });
  }

  /**
   * Refuses an address beyond its limit before its credentials are checked, where the check is costly. @throws
   * RateLimited
   */
  async requireUnder(address: string): Promise<void> {
    const failures = await this.byAddress.get(networkOf(address));
    if (failures === null || failures.remainingPoints > 0) return;
    this.failures.inc({ reason: 'rate_limited' });
    throw new RateLimited(Math.ceil(failures.msBeforeNext / 1000));
  }

  /**
   * Runs a login.
   * @param clientId whose credentials they are; it is logged
   * @throws RateLimited in place of WrongCredentials after too many of them; and what `login` throws
   */
  async guard<T>(clientId: string, address: string, login: () => Promise<T>): Promise<T> {
    try {
      return await login();
    } catch (error) {
      if (error instanceof WrongCredentials) await this.count(clientId, address);
      throw error;
    }
  }

  private async count(clientId: string, address: string): Promise<void> {
    const from = await this.consume(this.byAddress, networkOf(address));
    if (from.consumedPoints === this.points)
      this.logger.warn({ address, clientId }, 'too many wrong credentials: more of them from this address get 429');
    const of = await this.consume(this.byClient, clientId);
    if (of.consumedPoints === this.points * ADDRESSES)
      this.logger.warn({ address, clientId }, 'too many wrong credentials: more of them for this client get 429');
    this.failures.inc({ reason: 'wrong_credentials' });
  }

  /** Counts a failure. @throws RateLimited when it is beyond the limit */
  private async consume(failures: RateLimiterMemory, key: string): Promise<RateLimiterRes> {
    try {
      return await failures.consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      this.failures.inc({ reason: 'rate_limited' });
      throw new RateLimited(Math.ceil(refusal.msBeforeNext / 1000));
    }
  }
}
