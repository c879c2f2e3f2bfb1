import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../../kernel/clock';
import { ValidationFailed } from '../../../kernel/errors';
import { localTime } from '../../../kernel/times/local-time';
import { CONFIG, type Config } from '../../../platform/config/config';
import { isExcluding, MAX_EXCLUDING } from '../domain/eligibility/exclusions';
import { PromotionsCache } from '../promotions.cache';

/** The fields that make a promotion cost a pass of its own. */
interface Excluding {
  readonly id?: string;
  readonly isLive: boolean;
  readonly to: string | null;
  readonly excludes: readonly string[] | null;
}

/** Bounds how many promotions exclude others (promotions.md 12a). */
@Injectable()
export class ExcludingPromotions {
  constructor(
    private readonly cache: PromotionsCache,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Two requests at the same moment may each take the last place. @throws ValidationFailed */
  async requireRoom(tx: EntityManager, now: Excluding, before?: Excluding): Promise<void> {
    const { date } = localTime(this.clock.now(), this.config.store.timeZone);
    const counts = ({ isLive, to, ...rest }: Excluding): boolean => {
      return isLive && (to === null || to >= date) && isExcluding(rest);
    };
    if (!counts(now) || (before !== undefined && counts(before))) return;
    const { live } = await this.cache.within(tx);
    const others = live.filter(({ definition }) => {
      const { id, isLive, to, excludes = null } = definition;
      return id !== now.id && counts({ isLive, to, excludes });
    });
    if (others.length < MAX_EXCLUDING) return;
    const message = `cannot be set: ${MAX_EXCLUDING} enabled promotions that have not ended exclude others already`;
    throw ValidationFailed.of('excludes', message);
  }
}
