import { type components } from '@storekeeper/client';
import { t } from '../../shared/text/text';

/** A refund as a person puts it together. */
export interface RefundChoice {
  readonly by: 'items' | 'amount' | 'rest';
  /** By sku. */
  readonly units: Readonly<Record<string, number>>;
  readonly isShipping: boolean;
  readonly amount: string;
  readonly isRestocked: boolean;
  readonly reason: string;
}

type Body = Pick<components['schemas']['PaymentDto'], 'amount' | 'shipping' | 'restock' | 'reason'> & {
  items?: components['schemas']['RefundItemDto'][];
};

/** Whether nothing has been chosen yet: sent like that, all that is left would be given back. */
export function isEmptyRefund({ by, units, isShipping, amount }: RefundChoice): boolean {
  if (by === 'rest') return false;
  if (by === 'amount') return amount.trim() === '';
  return !isShipping && Object.values(units).every((count) => count === 0);
}

/** Whether a person has put anything in. */
export const isBegunRefund = (choice: RefundChoice): boolean => !isEmptyRefund(choice) || choice.reason !== '';

/** The fields of the request for a refund. */
export function refundBody(choice: RefundChoice): Body {
  if (isEmptyRefund(choice)) return {};
  const reason = choice.reason.trim();
  return { ...wantedOf(choice), ...(reason === '' ? {} : { reason }) };
}

function wantedOf(choice: RefundChoice): Body {
  const { by, units, isShipping, amount, isRestocked } = choice;
  if (by === 'amount') return { amount: Number(amount) };
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
