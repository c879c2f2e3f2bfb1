import { ValidationFailed } from '../../../kernel/errors';
import { type Amount } from '../../../kernel/money';
import { refuseFields, unknownFields } from '../../../platform/http/fields/unknown-fields';
import { REQUIRED } from '../../../kernel/fields/field-problem';
import { type OrderStatus } from '../../orders/order.record';
import { type Completion, type PaymentMethod } from '../domain/payment-state';
import { type RefundItemDto } from './refund-items.field';

/** The fields of a payment request that decide how much moves, as they were sent; null: empty. */
export interface SentAmount {
  readonly amount?: Amount | null;
  readonly items?: readonly RefundItemDto[] | null;
  readonly shipping?: boolean | null;
}

/** The fields that report a payment, as they were sent. */
export interface SentCompletion {
  readonly order_status?: OrderStatus | null;
  readonly transaction_success?: boolean | null;
}

type Faults = readonly (readonly [name: string, message: string])[];

/** The fields of a refund, for messages. */
export const REFUND_TAKES = 'a refund takes amount, items, shipping, restock and reason';
const CAPTURE_TAKES = 'a capture takes amount';

/** Fields that decide how much moves; in `data` they would be ignored, and all of it would move. */
const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'items', 'shipping']);

/** Fields of cards that v1 applications send too. The store does not read them. */
const OF_CARDS: ReadonlySet<string> = new Set([
  ...['name', 'first_name', 'last_name', 'company', 'email', 'phone'],
  ...['type', 'brand', 'start_month', 'start_year', 'issue_number', 'token'],
]);

/**
 * Rejects what asks for a part in a way that the store would read as all there is: a misspelt or misplaced field, an empty
 * one. Fields of cards may be sent with every method (carts.md 10).
 * @throws ValidationFailed
 */
export function requireMeant(method: PaymentMethod, body: SentAmount & { readonly data?: object | null }): void {
  const inData = unknownFields(body.data ?? {});
  if (method === 'capture' || method === 'refund') {
    const takes = method === 'refund' ? REFUND_TAKES : CAPTURE_TAKES;
    refuseFields([...faultsOf(unknownFields(body), takes), ...faultsInData(inData)]);
    requireFilled(body);
    if (method === 'capture') requireNoParts(body);
    else requireShippingMeant(body);
  } else {
    const misplaced = inData.filter((name) => AMOUNTS.has(name));
    const message =
      method === 'void' ? 'must be omitted: all of it is released' : 'must be omitted: the balance is charged';
    refuseFields(misplaced.map((name) => [`data.${name}`, message]));
  }
}

/**
 * Rejects a report of a payment that is none, or that contradicts itself.
 * @param sent the fields beside `data` and in it
 * @throws ValidationFailed
 */
export function requireCompletion(method: Completion, sent: SentAmount & SentCompletion): void {
  const { transaction_success: isSuccess, order_status: status } = sent;
  const part = (['amount', 'items', 'shipping'] as const).find((name) => sent[name] !== undefined);
  if (part !== undefined) throw ValidationFailed.of(part, 'must be omitted: a payment of the balance is recorded');
  if (method === 'complete' && (isSuccess ?? null) === null) {
    throw ValidationFailed.of('data.transaction_success', REQUIRED);
  }
  if (isSuccess === false && status === 'paid') {
    throw ValidationFailed.of('data.order_status', 'cannot be paid while transaction_success is 0');
  }
}

/** Rejects an empty `amount` or `items`: empty would mean all that is left, and an unset variable of a client is sent empty. */
export function requireFilled(sent: SentAmount): void {
  const empty = (['amount', 'items'] as const).find((name) => sent[name] === null);
  if (empty !== undefined) throw ValidationFailed.of(empty, 'must not be empty: leave it out for all that is left');
}

/** Rejects `shipping` 0 alone: it may mean all but shipping, and nothing else was asked for. */
export function requireShippingMeant({ amount, items, shipping }: SentAmount): void {
  const isAlone = (amount ?? null) === null && (items ?? null) === null;
  if (!isAlone || shipping === undefined || shipping === true) return;
  const message = 'must be 1, or sent with amount or items: without them all that is left would be refunded';
  throw ValidationFailed.of('shipping', message);
}

function requireNoParts({ items, shipping }: SentAmount): void {
  const part = (items ?? null) !== null ? 'items' : shipping === true ? 'shipping' : undefined;
  if (part !== undefined) throw ValidationFailed.of(part, `is of a refund only: ${CAPTURE_TAKES}`);
}

function faultsOf(names: readonly string[], takes: string): Faults {
  return names.filter((name) => !OF_CARDS.has(name)).map((name) => [name, `is not known: ${takes}`]);
}

function faultsInData(names: readonly string[]): Faults {
  return names
    .filter((name) => !OF_CARDS.has(name))
    .map((name) => {
      const way = AMOUNTS.has(name) ? `send ${name} beside data` : 'data is for a card or a token';
      return [`data.${name}`, `is not known: ${way}`];
    });
}
