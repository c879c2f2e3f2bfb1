import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../../platform/config/config';
import { RateLimited } from '../../platform/http/http.errors';
import { CredentialsRefused } from './access.errors';

const MINUTE_SECONDS = 60;

/**
 * Slows the guessing of secrets: counts wrong credentials by address, and by client at that address, a minute at a time.
 * Never by client alone: anybody could lock a shop out by guessing in its name.
 */
@Injectable()
export class LoginLimit {
  private readonly failures: RateLimiterMemory;

  constructor(@Inject(CONFIG) config: Config) {
    this.failures = new RateLimiterMemory({ points: config.access.failedLoginsPerMinute, duration: MINUTE_SECONDS });
  }

  /** Runs a login. @throws RateLimited after too many failures; and what `login` throws */
  async guard<T>(clientId: string, address: string, login: () => Promise<T>): Promise<T> {
    const keys = [`address:${address}`, `client:${clientId}@${address}`];
    for (const key of keys) await this.refuse(key);
    try {
      return await login();
    } catch (error) {
      if (error instanceof CredentialsRefused) for (const key of keys) await this.count(key);
      throw error;
    }
  }

  private async refuse(key: string): Promise<void> {
    const state = await this.failures.get(key);
    if (state !== null && state.remainingPoints <= 0) throw new RateLimited(Math.ceil(state.msBeforeNext / 1000));
  }

  private async count(key: string): Promise<void> {
    try {
      await this.failures.consume(key);
    } catch (refusal) {
      // The limit was passed by requests at the same moment: this one is told its credentials are wrong all the same.
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
    }
  }
}
