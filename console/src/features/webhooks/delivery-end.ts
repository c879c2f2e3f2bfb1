import { type components } from '@storekeeper/client';
import { t, type TextKey } from '../../shared/text/text';
import { deliveryErrorText } from '../../shared/ui/delivery-words';

type Delivery = components['schemas']['DeliveryRecord'];

/** Says how many attempts were made, and how many a pending delivery has left. */
export function attemptsText({ attempts_made: made, attempts_left: left, state }: Delivery): string {
  return state === 'pending' ? t('delivery.attempts-left', { made, left }) : t('delivery.attempts-made', { made });
}

/** Errors after which a delivery is not tried again, also with attempts left. */
const FINAL: Readonly<Record<string, TextKey>> = {
  event_gone: 'delivery-end.event',
  event_unreadable: 'delivery-end.event',
  lease_lost: 'delivery-end.workers',
};

/** Says why a delivery is tried again, or why no more. */
export function endText({ state, error, next_attempt_at: next }: Delivery): string {
  if (state === 'pending') return t(next === null ? 'delivery-end.behind' : 'delivery-end.pending');
  if (state === 'cancelled') return t(error === 'http_410' ? 'delivery-end.gone' : 'delivery-end.cancelled');
  if (state === 'dead') return t(FINAL[error ?? ''] ?? 'delivery-end.dead');
  return t(state === 'blocked' ? 'delivery-end.blocked' : 'delivery-end.delivered');
}

/** The result of a resend so far. */
export interface Outcome {
  readonly text: string;
  /** The store still sends it, or the receiver has not answered. */
  readonly isUnderWay: boolean;
  /** When it is tried again, as the API writes times. */
  readonly next: string | null;
}

/** @param before attempts that had been made when it was sent again */
export function outcomeOf(delivery: Delivery, before: number): Outcome {
  const { state, attempts_made: made, error, next_attempt_at: next } = delivery;
  if (made <= before) return { text: t('resent.under-way'), isUnderWay: true, next: null };
  if (state === 'delivered') return { text: t('resent.delivered'), isUnderWay: false, next: null };
  const why = error === null ? '' : deliveryErrorText(error);
  if (state !== 'pending') return { text: t('resent.ended', { why, end: endText(delivery) }), isUnderWay: false, next };
  return { text: t('resent.failed', { why }), isUnderWay: false, next };
}
