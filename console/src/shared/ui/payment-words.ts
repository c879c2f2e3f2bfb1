import { type components } from '@storekeeper/client';
import { t } from '../text/text';

type Transaction = components['schemas']['TransactionRecord'];

/** An amount of a payment as it moved the money of the shop: below 0 for a refund. */
export function signedAmount({ method, amount }: Pick<Transaction, 'method' | 'amount'>): number {
  return method === 'refund' ? -amount : amount;
}

/**
 * Says what a refund gave back: units, shipping, tax, and whether the goods came back.
 * @param titleOf the name of an item
 * @param money writes an amount
 */
export function refundWords(
  { method, items, shipping, restock, tax }: Transaction,
  titleOf: (sku: string) => string,
  money: (amount: number) => string,
): readonly string[] {
  if (method !== 'refund') return [];
  const given = [...unitWords({ items, restock }, titleOf), ...(shipping === true ? [t('orders.shipping')] : [])];
  return [
    ...(given.length === 0 ? [t('refund.amount-only')] : given),
    ...(tax === null ? [] : [t('refund.tax', { amount: money(-tax) })]),
    ...(restock === true ? [t('refund.restocked')] : []),
  ];
}

function unitWords(
  { items, restock }: Pick<Transaction, 'items' | 'restock'>,
  titleOf: (sku: string) => string,
): readonly string[] {
  if (items !== null) return items.map(({ sku, quantity }) => `${quantity} × ${titleOf(sku)}`);
  return restock === true ? [t('refund.by.rest')] : [];
}
