import { type Principal } from '../../kernel/scopes';
import { withLiveRelations } from '../catalog/live-relations';
import { type ProductSnapshotRecord } from '../catalog/product-snapshot';
import { type OrderItemRecord } from './order-item.record';
import { type OrderRecord } from './order.record';

/**
 * Returns the order as a caller may see it. Anybody can type an e-mail address, so a public client does not get the record of
 * the customer with that address (storefront.md 1).
 */
export function orderFor(caller: Principal | undefined, order: OrderRecord): OrderRecord {
  return caller?.storefront === undefined ? order : { ...order, customer: null };
}

/** Returns an item as a caller may see it: a public client sees no drafts among what the snapshot of its product names. */
export function itemFor(caller: Principal | undefined, item: OrderItemRecord): OrderItemRecord {
  const { product } = item;
  if (caller?.storefront === undefined || product === null) return item;
  // The column holds any JSON; a snapshot of a product is what was put into it.
  return {
    ...item,
    product: { ...product, data: withLiveRelations(product.data as unknown as ProductSnapshotRecord, caller) },
  };
}
