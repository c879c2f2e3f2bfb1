import { In, IsNull, Not, Raw } from 'typeorm';
import { isId } from '../../../kernel/ids';
import { byAmount, byId, byText, byWords, commonFilters } from '../../../platform/database/lists/filters';
import { type Filter, type Listing } from '../../../platform/database/lists/listing';
import { statesOf, TRANSACTION_METHODS } from '../domain/payment-state';
import { byCustomer, byProduct, byReason } from './payment.filters';
import { type Payment } from './payment.entity';

/** More words than there are statuses find nothing more. */
const MAX_STATUSES = 10;

/** A status, or several separated by commas: one status stands for several states. */
const byStatus: Filter<Payment> = Object.assign(
  (text: string) => ({ state: In(text.split(',', MAX_STATUSES).flatMap((word) => statesOf(word.trim()))) }),
  { takes: 'several' as const },
);

/** Rows from before methods were kept: charges, of which these states are authorizations. */
const AUTHORIZED = ['authorized', 'voided'] as const;

/** A method, or several separated by commas. */
const byMethod: Filter<Payment> = Object.assign(
  (text: string) => {
    const words = text.split(',', MAX_STATUSES).map((word) => word.trim());
    const known = TRANSACTION_METHODS.filter((method) => words.includes(method));
    return [
      { method: In(known) },
      ...(known.includes('authorize') ? [{ method: IsNull(), state: In(AUTHORIZED) }] : []),
      ...(known.includes('purchase') ? [{ method: IsNull(), state: Not(In(AUTHORIZED)) }] : []),
    ];
  },
  { takes: 'several' as const },
);

/** The number of an order is unique: a scalar subquery finds it. An order without a number is called by its id. */
const byOrderNumber: Filter<Payment> = (text) => {
  const ofNumber = (id: string): string => `${id} = (SELECT paid.id FROM orders paid WHERE paid.number = :paid_number)`;
  const numbered = { orderId: Raw(ofNumber, { paid_number: text }) };
  return isId(text) ? [numbered, { orderId: text }] : numbered;
};

/** Filters and sort keys of transactions (orders-and-payments.md 12). `order` with an id stands for `order_id`. */
export const paymentListing: Listing<Payment> = {
  filters: {
    ...commonFilters<Payment>(),
    order_id: byId('orderId'),
    gateway: byWords('gateway', 'gateway'),
    status: byStatus,
    method: byMethod,
    order_number: byOrderNumber,
    amount: byAmount('amount'),
    reference: byText('reference'),
    reason: byReason,
    customer: byCustomer,
    product: byProduct,
    problem: byWords('problem', 'problem'),
  },
  sorts: { id: 'id', updated_at: 'updatedAt', amount: 'amount' },
  isStrict: true,
};
