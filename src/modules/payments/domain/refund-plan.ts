import { ValidationFailed } from '../../../kernel/errors';
import { requireWholeUnits } from '../../../kernel/whole-units';
import {
  type Amount,
  amountText,
  divideRounded,
  parseAmount,
  type RoundingMode,
  smallestUnit,
} from '../../../kernel/money';
import { type ChargedItem, type ChargedParts, type SteppedOrder, totalStepOf } from '../../orders/charged-parts';
import { type KeptStep } from '../../settings/total-step';
import { type RefundRequest, type ReturnedUnits } from '../payment-request';
import { PaymentRefused } from '../payments.errors';
import {
  capturedTax,
  isShippingReturned,
  leftOfAll,
  type LedgerEntry,
  type RefundPart,
  returnedOf,
  returnedTax,
  returnedUnits,
  returnedWorth,
  spreadRefund,
} from './order-payments';
import { type RefundedLine, refundOfParts, refundOfUnits, type Rounding, spreadTax } from './refund-amounts';

/** The fields of an order that its refunds are worked out from. */
export interface RefundedOrder extends SteppedOrder {
  readonly currencyCode: string;
  readonly currency: { readonly data: { readonly rounding_mode: RoundingMode } & KeptStep };
  readonly total: Amount;
  readonly tax: Amount;
  readonly captured: Amount;
}

/** The part of a refund that one charge gives back; `tax` null: how much of it is tax is not known. */
export type TaxedPart<E> = RefundPart<E> & { readonly tax: Amount | null };

/** The parts of a refund by charge, and its units by item. */
export interface RefundPlan<E = LedgerEntry> {
  readonly parts: readonly TaxedPart<E>[];
  readonly lines: readonly RefundedLine[] | null;
  /** Difference that the step of the order's totals makes to the worth of the units and of shipping. */
  readonly rounding: Amount;
  /** True: shipping was asked for beside items, and nothing was charged for it. */
  readonly isShippingFree?: true;
}

/** The parts of an order that can still be refunded. */
export interface RefundRest {
  readonly amount: Amount;
  /** With its tax; 0 once it was given back. */
  readonly shipping: Amount;
  readonly items: readonly ReturnedUnits[];
}

/**
 * Plans a refund of an amount, or of all that is left.
 * @param live the payments of the order that count
 * @throws PaymentRefused, ValidationFailed naming what is more than was paid
 */
export function planByAmount<E extends LedgerEntry>(
  order: RefundedOrder,
  live: readonly E[],
  { amount, restock }: RefundRequest,
): RefundPlan<E> {
  if (amount !== null) {
    if (restock) throw ValidationFailed.of('restock', 'needs items, or a refund of all that is left');
    const step = amount === leftOfAll(live) ? null : totalStepOf(order);
    requireWholeUnits('amount', amount, order.currencyCode, step);
  }
  const wanted = amount ?? leftOfAll(live);
  const parts = taxed(spread(live, wanted), taxIn(order, live, wanted), roundingOf(order));
  return { parts, lines: null, rounding: 0n };
}

/**
 * Plans a refund by items, and with the price of shipping when that is asked for.
 * @param live the payments of the order that count
 * @throws PaymentRefused, ValidationFailed naming what is more than was paid or sold
 */
export function planByParts<E extends LedgerEntry>(
  order: RefundedOrder,
  live: readonly E[],
  { amount, items, shipping, restock }: RefundRequest,
  charged: ChargedParts,
): RefundPlan<E> {
  if (amount !== null) throw ValidationFailed.of('amount', 'cannot be sent with items or shipping');
  const rounding = roundingOf(order);
  const lines = linesOf(items ?? [], charged.items, live, rounding);
  const priced = lines.reduce((sum, line) => sum + parseAmount(line.amount), 0n);
  const sent = shipping ? shippingPart(charged, live, lines.length > 0) : NO_SHIPPING;
  const worth = priced + sent.amount;
  const earlier = returnedWorth(live, charged.shipping);
  const due = refundOfParts({ worth, earlier, left: leftOfAll(live) }, totalStepOf(order));
  // The items alone could be refunded: it is shipping that is too much.
  const tooMuch = shipping && priced <= leftOfAll(live) ? 'shipping' : 'amount';
  const parts = due === 0n && lines.length > 0 ? ofNothing(live, restock) : spread(live, due, tooMuch);
  const taxes = lines.reduce((sum, { tax }) => sum + parseAmount(tax), sent.tax);
  const free = sent.isFree && { isShippingFree: true as const };
  return { parts: taxed(parts, taxes, rounding), lines, rounding: due - worth, ...free };
}

/** Returns what refunds can still give back; of amounts by charge, the smaller one decides. */
export function refundRest(live: readonly LedgerEntry[], charged: ChargedParts): RefundRest {
  const returned = returnedUnits(live);
  return {
    amount: leftOfAll(live),
    shipping: isShippingReturned(live) || charged.shipping < 0n ? 0n : charged.shipping,
    items: charged.items.map(({ sku, quantity }) => ({
      sku,
      quantity: Math.max(0, quantity - (returned.get(sku) ?? 0)),
    })),
  };
}

function roundingOf({ currencyCode, currency }: RefundedOrder): Rounding {
  return { step: smallestUnit(currencyCode), mode: currency.data.rounding_mode };
}

function taxed<E>(parts: readonly RefundPart<E>[], tax: Amount | null, rounding: Rounding): TaxedPart<E>[] {
  if (tax === null) return parts.map((part) => ({ ...part, tax }));
  const amounts = parts.map(({ amount }) => amount);
  const taxes = spreadTax(tax, amounts, rounding);
  return parts.map((part, i) => ({ ...part, tax: taxes[i] ?? 0n }));
}

/** The tax in an amount, where it is known: of all that is left, and of what an edit left owed, because the tax of the order stays. */
function taxIn(order: RefundedOrder, live: readonly LedgerEntry[], amount: Amount): Amount | null {
  const stays = leftOfAll(live) - amount;
  const left = taxLeft(order, live);
  if (left === null || stays === 0n) return left;
  const tax = left - order.tax;
  return stays === order.total && tax >= 0n && tax <= amount ? tax : null;
}

/**
 * The tax in all that is left: of what the charges took, else of an order that was paid in full. Null where a charge or an earlier refund
 * does not tell its tax. An edit changes the tax of the order, and not the tax that was taken.
 */
function taxLeft(order: RefundedOrder, live: readonly LedgerEntry[]): Amount | null {
  const ofOrder = order.captured === order.total ? order.tax : undefined;
  const taken = capturedTax(live, order.captured) ?? ofOrder;
  const returned = returnedTax(live);
  if (taken === undefined || returned === undefined || returned > taken) return null;
  return taken - returned;
}

/** Goods that cost nothing come back with the newest charge; no money moves. @throws PaymentRefused when they do not come back */
function ofNothing<E extends LedgerEntry>(live: readonly E[], restock: boolean): RefundPart<E>[] {
  if (!restock) throw new PaymentRefused({ restock: ['restock must be 1: these units give no money back'] });
  const charges = live.filter(({ state }) => state === 'captured');
  return charges.slice(-1).map((charge) => ({ charge, amount: 0n }));
}

/** @param field that names the amount @throws PaymentRefused naming it */
function spread<E extends LedgerEntry>(
  live: readonly E[],
  amount: Amount,
  field: 'amount' | 'shipping' = 'amount',
): RefundPart<E>[] {
  const parts = amount > 0n ? spreadRefund(live, amount) : undefined;
  if (parts === undefined) {
    const left = `the ${amountText(leftOfAll(live))} that are left of what was paid`;
    const fault =
      field === 'amount'
        ? `must be above 0 and at most ${left}`
        : `makes the refund ${amountText(amount)}, more than ${left}`;
    throw new PaymentRefused({ [field]: [`${field} ${fault}`] });
  }
  return parts;
}

/** @throws ValidationFailed naming `items` when a sku is not in the order, is there twice, or has not so many left */
function linesOf(
  items: readonly ReturnedUnits[],
  charged: readonly ChargedItem[],
  live: readonly LedgerEntry[],
  rounding: Rounding,
): Required<Omit<RefundedLine, 'unshipped'>>[] {
  return items.map(({ sku, quantity }, i) => {
    if (items.findIndex((other) => other.sku === sku) !== i) throw ValidationFailed.of('items', `name ${sku} twice`);
    const item = charged.find((one) => one.sku === sku);
    if (item === undefined) throw ValidationFailed.of('items', `name ${sku}, which the order does not have`);
    const { units, lines } = returnedOf(live, sku);
    if (units + quantity > item.quantity) {
      const left = Math.max(0, item.quantity - units);
      throw ValidationFailed.of('items', `name ${quantity} of ${sku}, of which ${left} can still be refunded`);
    }
    const refunded = lines.reduce((sum, line) => sum + parseAmount(line.amount), 0n);
    const worth = refundOfUnits({ ...item, returned: units, refunded }, quantity, rounding);
    const taxes = lines.reduce((sum, line) => sum + taxOf(line, item, rounding), 0n);
    const ofTax = { charged: item.tax, quantity: item.quantity, returned: units, refunded: taxes };
    return { sku, quantity, amount: amountText(worth), tax: amountText(refundOfUnits(ofTax, quantity, rounding)) };
  });
}

/** The tax that an earlier refund of a line gave back. An older version did not write it: by its amount then. */
function taxOf({ amount, tax }: RefundedLine, item: ChargedItem, { step, mode }: Rounding): Amount {
  if (tax !== undefined || item.charged === 0n) return parseAmount(tax ?? '0');
  return divideRounded(parseAmount(amount) * item.tax, item.charged * step, mode) * step;
}

const NO_SHIPPING = { amount: 0n, tax: 0n, isFree: false };

/** The price of shipping in a refund. Beside items it may have been free. @throws ValidationFailed as {@link shippingOf} */
function shippingPart(charged: ChargedParts, live: readonly LedgerEntry[], isBesideItems: boolean): typeof NO_SHIPPING {
  if (isBesideItems && charged.shipping <= 0n) return { ...NO_SHIPPING, isFree: true };
  return { amount: shippingOf(charged.shipping, live), tax: charged.shippingTax, isFree: false };
}

/** @throws ValidationFailed when nothing was charged for shipping, or it was given back */
function shippingOf(charged: Amount, live: readonly LedgerEntry[]): Amount {
  if (isShippingReturned(live)) throw ValidationFailed.of('shipping', 'is refunded already');
  if (charged <= 0n) throw ValidationFailed.of('shipping', 'was not charged');
  return charged;
}
