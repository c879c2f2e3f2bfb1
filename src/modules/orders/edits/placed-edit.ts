import { type Amount } from '../../../kernel/money';
import { type Order } from '../data/order.entity';
import { type OrderEdit } from './order-edit';
import { OrderEditRefused } from '../orders.errors';

/** The money fields of a PUT of an order. */
interface MoneyPatch {
  readonly subtotal?: Amount;
  readonly total?: Amount;
  readonly exchangeRate?: string;
  readonly currencyId?: string;
  readonly shipping?: string | null;
  readonly shippingPrice?: Amount;
}

/**
 * Returns the edit that a PUT of a placed order means; undefined when it changes no money. Fields equal to the record change
 * nothing, so a record can be sent back as it was read.
 * @throws OrderEditRefused naming an amount that only the store works out (orders-and-payments.md 1)
 */
export function placedEdit(order: Order, patch: MoneyPatch): OrderEdit | undefined {
  const present = {
    subtotal: order.subtotal,
    total: order.total,
    exchange_rate: order.exchangeRate,
    currency: order.currencyId,
  };
  const sent = {
    subtotal: patch.subtotal,
    total: patch.total,
    exchange_rate: patch.exchangeRate,
    currency: patch.currencyId,
  };
  const wrong = Object.entries(present).filter(([field, value]) => {
    const other = sent[field as keyof typeof sent];
    return other !== undefined && other !== value;
  });
  if (wrong.length > 0)
    throw new OrderEditRefused(Object.fromEntries(wrong.map(([field]) => [field, [worked(field)]])));
  const { shipping, shippingPrice } = patch;
  const edit: OrderEdit = {
    items: [],
    ...(shipping !== undefined && shipping !== order.shippingId && { shipping }),
    ...(shippingPrice !== undefined && shippingPrice !== order.shippingPrice && { shippingPrice }),
  };
  return edit.shipping === undefined && edit.shippingPrice === undefined ? undefined : edit;
}

function worked(field: string): string {
  const isRate = field === 'exchange_rate' || field === 'currency';
  return isRate
    ? `${field} cannot change: a checkout placed the order`
    : `${field} is worked out by the store: change items or shipping`;
}
