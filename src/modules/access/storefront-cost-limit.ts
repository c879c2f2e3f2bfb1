import { Inject, Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../../platform/config/config';
import { ANSWERED } from '../../platform/http/store.adapter';
import { consumeOrRefuse } from './consume-or-refuse';
import { networkOf } from './network-of';

const MINUTE_SECONDS = 60;
/** Bytes of a response that cost as much as a request: what a response says is what was read and worked out for it. */
const BYTES = 16 * 1024;

/**
 * Limits what the pages of a public client cost from one address in a minute (storefront.md 1). Anybody can send their requests; a
 * request of 200 bytes can ask for a cart whose response has 240 kB.
 */
@Injectable()
export class StorefrontCostLimit {
  /** Undefined: unlimited. */
  private readonly costs: RateLimiterMemory | undefined;

  constructor(@Inject(CONFIG) { access }: Config) {
    const points = access.storefrontCostPerMinute;
    this.costs = points === 0 ? undefined : new RateLimiterMemory({ points, duration: MINUTE_SECONDS });
  }

  /** Counts a request, and its response once that is worked out. @throws RateLimited */
  async count(client: string, address: string | undefined, response: Response): Promise<void> {
    const { costs } = this;
    if (costs === undefined) return;
    const key = `${client} ${networkOf(address ?? '')}`;
    await consumeOrRefuse(costs, key);
    response.once(ANSWERED, (bytes: number) => {
      const more = Math.floor(bytes / BYTES);
      if (more > 0) void costs.penalty(key, more);
    });
  }
}
