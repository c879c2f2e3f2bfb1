import { type components } from '@storekeeper/client';
import { t } from '../../shared/text/text';

type Side = components['schemas']['EditedOrderSide'];
type Line = components['schemas']['EditedOrderLine'];

/**
 * Says what an edit of an order changed: its total, its shipping and its lines. Undefined for a change that is no edit.
 * @param money an amount in the currency of the order
 */
export function editTexts(
  { before, after }: { readonly before: Side | null; readonly after: Side | null },
  money: (amount: number) => string,
): string[] | undefined {
  if (before === null || after === null) return undefined;
  const shipping = ({ shipping: method, shipping_price: price }: Side): string =>
    `${method ?? t('value.none')} ${money(price)}`;
  const lineText = (line: Line | undefined): string =>
    line === undefined ? t('value.none') : `${line.quantity} × ${money(line.price)}`;
  const line = (sku: string): string => {
    const [was, is] = [before, after].map(({ items }) => items.find((item) => item.sku === sku));
    const title = (is ?? was)?.title ?? sku;
    return changed(title, lineText(was), lineText(is));
  };
  const skus = [...new Set([...before.items, ...after.items].map(({ sku }) => sku))];
  return [
    changed(t('orders.total'), money(before.total), money(after.total)),
    ...(shipping(before) === shipping(after) ? [] : [changed(t('orders.shipping'), shipping(before), shipping(after))]),
    ...skus.map(line),
  ];
}

function changed(what: string, before: string, after: string): string {
  return before === after ? `${what} ${after}` : `${what} ${before} → ${after}`;
}
