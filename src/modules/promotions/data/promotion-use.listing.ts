import { In, IsNull, Not } from 'typeorm';
import { byChoice, byTimes, oneValue } from '../../../platform/database/lists/filters';
import { type Listing } from '../../../platform/database/lists/listing';
import { customerKeys } from './customer-keys';
import { type PromotionRedemption } from './promotion-redemption.entity';

/**
 * Filters and sort keys of the uses of a promotion (promotions-at-scale.md 9). @param customerId of the customer with the
 * e-mail address of the filter
 */
export const promotionUseListing = (customerId?: string): Listing<PromotionRedemption> => ({
  filters: {
    ...byTimes<PromotionRedemption>('created_at', 'createdAt'),
    customer: oneValue((text) => ({ customerKey: text === '' ? IsNull() : In(customerKeys(text, customerId)) })),
    given_back: byChoice('given_back', ['0', '1', 'false', 'true'], (choice) => ({
      releasedAt: choice === '1' || choice === 'true' ? Not(IsNull()) : IsNull(),
    })),
  },
  sorts: {},
  isStrict: true,
});
