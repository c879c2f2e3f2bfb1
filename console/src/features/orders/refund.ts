import { type components } from '@storekeeper/client';
import { shownDecimal, typedNumber } from '../../shared/format/decimal';
import { t, type TextKey } from '../../shared/text/text';
import { type Order } from './order';
import { type Place } from './units';

/** A refund as a person puts it together. */
export interface RefundChoice {
  readonly by: 'items' | 'amount' | 'rest';
  /** By sku. */
  readonly units: Readonly<Record<string, number>>;
  readonly isShipping: boolean;
  readonly amount: string;
  /** Undefined: it is not decided. */
  readonly isRestocked: boolean | undefined;
  readonly reason: string;
}

/** A choice that nothing has been put into. */
export const NO_REFUND: RefundChoice = {
  ...{ by: 'items', units: {}, isShipping: false, amount: '', isRestocked: undefined, reason: '' },
};

/** The choice that a person begins with: what is owed back to the customer, if anything is. */
export function firstRefund({
  balance,
  captured,
  refunded,
}: Pick<Order, 'balance' | 'captured' | 'refunded'>): RefundChoice {
  if (balance >= 0) return NO_REFUND;
  const isAll = Math.round((captured - refunded + balance) * 10_000) === 0;
  return isAll ? { ...NO_REFUND, by: 'rest' } : { ...NO_REFUND, by: 'amount', amount: shownDecimal(String(-balance)) };
}

/** Reasons that a person is offered; others can be typed. Goods that come back for the first ones cannot be sold again. */
const UNSOLD = ['refund.reason.damaged', 'refund.reason.faulty', 'refund.reason.lost'] as const satisfies TextKey[];
const SOLD = ['refund.reason.wrong', 'refund.reason.regret', 'refund.reason.goodwill'] as const satisfies TextKey[];

/** The reasons that are offered, in words. */
export const refundReasons = (): readonly string[] => [...UNSOLD, ...SOLD].map((key) => t(key));

/** The choice with another reason: for goods that cannot be sold again they do not go into the stock. */
export function withReason(choice: RefundChoice, reason: string): RefundChoice {
  return { ...choice, reason, isRestocked: isUnsold(reason) && choice.isRestocked ? false : choice.isRestocked };
}

/**
 * The choice with what becomes of the stock where that is not decided: goods that were not shipped go back, unless the reason says that
 * they cannot be sold. Others stay away until a person says that they are back.
 */
export function decidedRefund(choice: RefundChoice, place: Place): RefundChoice {
  return { ...choice, isRestocked: choice.isRestocked ?? (place === 'here' && !isUnsold(choice.reason)) };
}

function isUnsold(reason: string): boolean {
  const said = reason.trim().toLowerCase();
  return UNSOLD.some((key) => t(key).toLowerCase() === said);
}

/** Says what a refund gives back, why, and what becomes of the stock: `1 × Mug, Damaged, not put back into stock`. */
export function refundSaid(choice: RefundChoice, titleOf: (sku: string) => string): string {
  const { by, units, isShipping, isRestocked, reason } = choice;
  const counted = Object.entries(units).filter(([, count]) => count > 0);
  const ofItems = counted.map(([sku, count]) => `${count} × ${titleOf(sku)}`);
  const said = {
    items: [...ofItems, ...(isShipping ? [t('orders.shipping')] : [])],
    amount: [t('refund.amount-only')],
    rest: [t('refund.by.rest')],
  }[by];
  const hasGoods = by === 'rest' || (by === 'items' && ofItems.length > 0);
  const stock = hasGoods ? [t(isRestocked ? 'refund.restocked' : 'refund.not-restocked')] : [];
  return [...said, ...(reason.trim() === '' ? [] : [reason.trim()]), ...stock].join(', ');
}

type Body = Pick<components['schemas']['PaymentDto'], 'amount' | 'shipping' | 'restock' | 'reason'> & {
  items?: components['schemas']['RefundItemDto'][];
};

/** Whether nothing has been chosen yet, or an amount that is no number: sent like that, all that is left would be given back. */
export function isEmptyRefund(choice: RefundChoice): boolean {
  if (choice.by === 'rest') return false;
  if (choice.by === 'amount') return typedNumber(choice.amount) === undefined;
  return !choice.isShipping && !hasUnits(choice);
}

/** Whether goods are among what is refunded, as far as it was chosen. */
export function hasUnits({ by, units }: Pick<RefundChoice, 'by' | 'units'>): boolean {
  return by === 'rest' || (by === 'items' && Object.values(units).some((count) => count > 0));
}

/** Whether a person has put anything in. @param first what the person began with */
export function isBegunRefund(choice: RefundChoice, first: RefundChoice): boolean {
  if (choice.reason !== '') return true;
  const isAsBefore = choice.by === first.by && choice.amount === first.amount && choice.by !== 'items';
  return !isAsBefore && (!isEmptyRefund(choice) || choice.amount.trim() !== '');
}

/** The fields of the request for a refund. */
export function refundBody(choice: RefundChoice): Body {
  if (isEmptyRefund(choice)) return {};
  const reason = choice.reason.trim();
  return { ...wantedOf(choice), ...(reason === '' ? {} : { reason }) };
}

function wantedOf(choice: RefundChoice): Body {
  const { by, units, isShipping, amount, isRestocked = false } = choice;
  if (by === 'amount') return { amount: typedNumber(amount) ?? 0 };
  if (by === 'rest') return { restock: isRestocked };
  const items = Object.entries(units)
    .filter(([, quantity]) => quantity > 0)
    .map(([sku, quantity]) => ({ sku, quantity }));
  return {
    ...(items.length > 0 ? { items, restock: isRestocked } : {}),
    ...(isShipping ? { shipping: true } : {}),
  };
}

/** Says the price and the tax in an amount that goes back; null: the store does not know the tax of an amount without items. */
export function refundTaxText(amount: number, tax: number | null, money: (amount: number) => string): string {
  if (tax === null) return t('refund.tax-unknown');
  const net = Math.round((amount - tax) * 10_000) / 10_000;
  return t('refund.net-and-tax', { net: money(net), tax: money(tax) });
}
