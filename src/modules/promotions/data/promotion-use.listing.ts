import { IsNull, Not } from 'typeorm';
import { byTimes, oneValue } from '../../../platform/database/lists/filters';
import { type Listing } from '../../../platform/database/lists/listing';
import { type PromotionRedemption } from './promotion-redemption.entity';

/** Filters and sort keys of the uses of a promotion (promotions-at-scale.md 9). */
export const promotionUseListing: Listing<PromotionRedemption> = {
  filters: {
    ...byTimes<PromotionRedemption>('created_at', 'createdAt'),
    customer: oneValue((text) => ({ customerKey: text === '' ? IsNull() : text.toLowerCase() })),
    given_back: oneValue((text) => {
      if (!/^(?:[01]|true|false)$/i.test(text)) return undefined;
      return { releasedAt: /^(?:1|true)$/i.test(text) ? Not(IsNull()) : IsNull() };
    }),
  },
  sorts: {},
  isStrict: true,
};
