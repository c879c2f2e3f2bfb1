import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../../platform/config/config';
import { consumeOrRefuse } from './consume-or-refuse';
import { networkOf } from './network-of';

const MINUTE_SECONDS = 60;

/** Bounds the tokens that an address gets without a secret: each is a row until it expires (storefront.md 1). */
@Injectable()
export class StorefrontLimit {
  private readonly tokens: RateLimiterMemory;

  constructor(@Inject(CONFIG) config: Config) {
    this.tokens = new RateLimiterMemory({
      points: config.access.storefrontTokensPerMinute,
      duration: MINUTE_SECONDS,
    });
  }

  /** Counts a token for an address. @throws RateLimited */
  async count(address: string): Promise<void> {
    await consumeOrRefuse(this.tokens, networkOf(address));
  }
}
