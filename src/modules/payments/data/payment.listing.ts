import { In } from 'typeorm';
import { byAmount, byId, byText, byWords, commonFilters } from '../../../platform/database/lists/filters';
import { type Filter, type Listing } from '../../../platform/database/lists/listing';
import { statesOf } from '../domain/payment-state';
import { type Payment } from './payment.entity';

/** More words than there are statuses find nothing more. */
const MOST_STATUSES = 10;

/** A status, or several separated by commas: one status stands for several states. */
const byStatus: Filter<Payment> = Object.assign(
  (text: string) => ({ state: In(text.split(',', MOST_STATUSES).flatMap((word) => statesOf(word.trim()))) }),
  { takes: 'several' as const },
);

/** Filters and sort keys of transactions (orders-that-stay-true.md 12). `order` with an id stands for `order_id`. */
export const paymentListing: Listing<Payment> = {
  filters: {
    ...commonFilters<Payment>(),
    order_id: byId('orderId'),
    gateway: byWords('gateway', 'gateway'),
    status: byStatus,
    amount: byAmount('amount'),
    reference: byText('reference'),
  },
  sorts: { id: 'id', updated_at: 'updatedAt', amount: 'amount' },
  isStrict: true,
};
