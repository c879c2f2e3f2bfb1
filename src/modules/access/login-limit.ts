import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../../platform/config/config';
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

  constructor(@Inject(CONFIG) config: Config) {
    const points = config.access.failedLoginsPerMinute;
    this.byAddress = new RateLimiterMemory({ points, duration: MINUTE_SECONDS });
    this.byClient = new RateLimiterMemory({ points: points * ADDRESSES, duration: MINUTE_SECONDS });
  }

  /** Runs a login. @throws RateLimited after too many failures; and what `login` throws */
  async guard<T>(clientId: string, address: string, login: () => Promise<T>): Promise<T> {
    await refuse(this.byAddress, address);
    await refuse(this.byClient, clientId);
    try {
      return await login();
    } catch (error) {
      if (error instanceof CredentialsRefused) {
        await count(this.byAddress, address);
        await count(this.byClient, clientId);
      }
      throw error;
    }
  }
}

async function refuse(failures: RateLimiterMemory, key: string): Promise<void> {
  const state = await failures.get(key);
  if (state !== null && state.remainingPoints <= 0) throw new RateLimited(Math.ceil(state.msBeforeNext / 1000));
}

async function count(failures: RateLimiterMemory, key: string): Promise<void> {
  try {
    await failures.consume(key);
  } catch (refusal) {
    // The limit was passed by requests at the same moment: this one is told its credentials are wrong all the same.
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
  }
}
