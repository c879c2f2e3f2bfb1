import { type components } from '@storekeeper/client';
import { type Tone } from '../../shared/ui/values';

/** A promotion of the API. */
export type Promotion = components['schemas']['PromotionRecord'];

const TONES: Readonly<Record<Promotion['state'], Tone>> = {
  live: 'good',
  planned: 'busy',
  draft: 'plain',
  used_up: 'warning',
  budget_spent: 'warning',
  ended: 'plain',
};

/** Every state, those that give a discount first. */
export const PROMOTION_STATES = Object.keys(TONES) as readonly Promotion['state'][];

/** Returns the tone of a state. */
export const promotionTone = (state: Promotion['state']): Tone => TONES[state];
