import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { ValidationFailed } from '../../../kernel/errors';
import { localTime } from '../../../kernel/times/local-time';
import { CONFIG, type Config } from '../../../platform/config/config';
import { type CompiledPromotion, compilePromotions } from '../domain/compile-promotion';
import { isExcluding, MAX_EXCLUDING } from '../domain/eligibility/exclusions';
import { readIdeas } from '../promotion-ideas';
import { PromotionsCache } from '../promotions.cache';
import { type PreviewRequest } from './preview-request';

/** The promotions of a preview: unsaved ones, or those of the store. */
@Injectable()
export class PreviewPromotions {
  constructor(
    private readonly cache: PromotionsCache,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws ValidationFailed naming every fault of an unsaved promotion, or when too many exclude others (promotions.md 12a) */
  async of(manager: EntityManager, request: PreviewRequest, instant: Date): Promise<readonly CompiledPromotion[]> {
    const { promotions: sent, includeDraft } = request;
    const all = sent === null ? (await this.cache.within(manager)).all : compilePromotions(readIdeas(sent));
    const only = request.only && new Set(request.only);
    const asked = only ? all.filter(({ definition }) => only.has(definition.id)) : all;
    const { date } = localTime(instant, this.config.store.timeZone);
    const excluding = asked.filter(({ definition }) => {
      const { isLive, from, to } = definition;
      const isOfDate = (from === null || from <= date) && (to === null || to >= date);
      return isExcluding(definition) && (isLive || includeDraft) && isOfDate;
    });
    // Each costs a pass, some in each round: 100 that exclude one another took half a second of the event loop with 100 lines.
    if (excluding.length <= MAX_EXCLUDING) return asked;
    const field = sent === null ? 'only' : 'promotions';
    throw ValidationFailed.of(field, `must name at most ${MAX_EXCLUDING} promotions that exclude others`);
  }
}
