import { type Principal } from '../../kernel/scopes';
import { withLiveRelations } from '../catalog/live-relations';
import { type ProductSnapshotRecord } from '../catalog/product-snapshot';
import { type OrderItemRecord } from './order-item.record';
import { type OrderRecord } from './order.record';

/**
 * Returns the order as a caller may see it. The buyer of a public client is known by an e-mail address that anybody can type:
 * the store's record of the customer who has it is left out (storefront.md 1).
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
