import { Inject, Injectable } from '@nestjs/common';
import { type Logger } from 'pino';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../../platform/config/config';
import { LOGGER } from '../../platform/logging/logger';
import { Metrics } from '../../platform/metrics/metrics';
import { RateLimited } from '../../platform/http/http.errors';
import { CredentialsRefused } from './access.errors';

const MINUTE_SECONDS = 60;
/** From how many addresses, each at its limit, a client may be tried before it is refused. */
const ADDRESSES = 10;

/**
 * Slows the guessing of secrets: counts wrong credentials by address and by client, a minute at a time. A client may be
 * tried from several addresses before it is refused: one of them alone must not lock a shop out.
 */
@Injectable()
export class LoginLimit {
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
    const points = config.access.failedLoginsPerMinute;
    this.byAddress = new RateLimiterMemory({ points, duration: MINUTE_SECONDS });
    this.byClient = new RateLimiterMemory({ points: points * ADDRESSES, duration: MINUTE_SECONDS });
  }

  /** Runs a login. @throws RateLimited after too many failures; and what `login` throws */
  async guard<T>(clientId: string, address: string, login: () => Promise<T>): Promise<T> {
    await this.refuse(this.byAddress, address);
    await this.refuse(this.byClient, clientId);
    try {
      return await login();
    } catch (error) {
      if (error instanceof CredentialsRefused) {
        this.failures.inc({ reason: 'wrong_credentials' });
        const isAddressFull = await fills(this.byAddress, address);
        const isClientFull = await fills(this.byClient, clientId);
        if (isAddressFull)
          this.logger.warn({ address, clientId }, 'too many wrong credentials: the address is refused');
        if (isClientFull) this.logger.warn({ address, clientId }, 'too many wrong credentials: the client is refused');
      }
      throw error;
    }
  }

  private async refuse(failures: RateLimiterMemory, key: string): Promise<void> {
    const state = await failures.get(key);
    if (state === null || state.remainingPoints > 0) return;
    this.failures.inc({ reason: 'rate_limited' });
    throw new RateLimited(Math.ceil(state.msBeforeNext / 1000));
  }
}

/** Counts a failure. @returns whether it was the last one that is let pass */
async function fills(failures: RateLimiterMemory, key: string): Promise<boolean> {
  try {
    return (await failures.consume(key)).remainingPoints === 0;
  } catch (refusal) {
    // The limit was passed by requests at the same moment: this one is told its credentials are wrong all the same.
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return false;
  }
}
