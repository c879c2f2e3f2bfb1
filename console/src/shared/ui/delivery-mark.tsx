import { type components } from '@storekeeper/client';
import { type ReactNode } from 'react';
import { isToCome } from '../format/times';
import { t, word } from '../text/text';
import { Mark, type Tone } from './values';

/** The state of a delivery, as the API names it. */
export type DeliveryState = components['schemas']['DeliveryState'];

type Delivery = Pick<components['schemas']['DeliveryRecord'], 'state' | 'next_attempt_at'>;

const TONES: Readonly<Record<DeliveryState, Tone>> = {
  dead: 'bad',
  pending: 'busy',
  blocked: 'warning',
  delivered: 'good',
  cancelled: 'plain',
};

/** Every state, those that need a hand first. */
export const DELIVERY_STATES = Object.keys(TONES) as readonly DeliveryState[];

/** The state of a delivery in words. A pending one is due now, or waits: for a retry, or for an earlier event of its object. */
export function DeliveryMark({ of: { state, next_attempt_at: next } }: { readonly of: Delivery }): ReactNode {
  if (state !== 'pending') return <Mark tone={TONES[state]}>{word('delivery-state', state)}</Mark>;
  if (next === null) return <Mark tone="plain">{t('delivery.behind')}</Mark>;
  const waits = isToCome(next);
  return <Mark tone={waits ? 'warning' : 'busy'}>{t(waits ? 'delivery.waiting' : 'delivery.due')}</Mark>;
}
