import { type components } from '@storekeeper/client';
import { t } from '../text/text';

type Transaction = components['schemas']['TransactionRecord'];

/** An amount of a payment as it moved the money of the shop: below 0 for a refund. */
export function signedAmount({ method, amount }: Pick<Transaction, 'method' | 'amount'>): number {
  return method === 'refund' ? -amount : amount;
}

/**
 * Says what a refund gave back: units, shipping, tax, and whether the goods went back into stock.
 * @param titleOf the name of an item
 * @param money writes an amount; left out: the tax stands elsewhere
 */
export function refundWords(
  { method, items, shipping, restock, tax }: Pick<Transaction, 'method' | 'items' | 'shipping' | 'restock' | 'tax'>,
  titleOf: (sku: string) => string,
  money?: (amount: number) => string,
): readonly string[] {
  if (method !== 'refund') return [];
  const isRest = isOfRest({ items, shipping, restock, tax });
  const given = [...unitWords(items, isRest, titleOf), ...(shipping === true ? [t('orders.shipping')] : [])];
  return [
    ...(given.length === 0 ? [t('refund.amount-only')] : given),
    ...(tax === null || money === undefined ? [] : [t('refund.tax', { amount: money(-tax) })]),
    ...(restock === true ? [t('refund.restocked')] : []),
    // A refund of an amount says nothing of goods.
    ...(restock === false && (isRest || items !== null) ? [t('refund.not-restocked')] : []),
  ];
}

/** Whether a refund was of all that was left: its goods came back, or its tax is known without items. */
function isOfRest({
  items,
  shipping,
  restock,
  tax,
}: Pick<Transaction, 'items' | 'shipping' | 'restock' | 'tax'>): boolean {
  return items === null && shipping !== true && (restock === true || tax !== null);
}

function unitWords(items: Transaction['items'], isRest: boolean, titleOf: (sku: string) => string): readonly string[] {
  if (items !== null) return items.map(({ sku, quantity }) => `${quantity} × ${titleOf(sku)}`);
  return isRest ? [t('refund.of-rest')] : [];
}
