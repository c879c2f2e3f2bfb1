import { IsNull } from 'typeorm';
import {
  byAmount,
  byChoice,
  byDecimal,
  byId,
  byInteger,
  byText,
  byTimes,
  byWords,
  commonFilters,
  oneValue,
} from '../../../platform/database/lists/filters';
import { type Listing } from '../../../platform/database/lists/listing';
import { listingOf } from '../../../platform/resources/resource';
import {
  byCustomer,
  byDiscountCode,
  byPaymentDue,
  byProduct,
  byPromotion,
  byQuery,
  byRefundDue,
  byTest,
  byToShip,
} from './order.filters';
import { type OrderItem } from './order-item.entity';
import { Order } from './order.entity';
import { type OrderNote } from './order-note.entity';
import { type OrderStatusChange } from './order-status-change.entity';

/** Filters and sort keys of orders (wire.md 4). @param shipsDue setting ORDER_SHIP_DUE */
export function orderListingOf(shipsDue: boolean): Listing<Order> {
  const listing = listingOf<Order>(Order, {
    q: byQuery,
    customer: byCustomer,
    promotion: byPromotion,
    product: byProduct,
    discount_code: byDiscountCode,
    gateway: byWords('gateway', 'gatewaySlug'),
    status: byWords('status', 'status'),
    to_ship: byToShip(shipsDue),
    payment_due: byPaymentDue,
    refund_due: byRefundDue,
    test: byTest,
    currency_code: byWords('currency_code', 'currencyCode'),
    shipping: byId('shippingId'),
    bill_to: oneValue((text) => (text === '' ? { billTo: IsNull() } : byId<Order>('billToId')(text))),
    ship_to: oneValue((text) => (text === '' ? { shipTo: IsNull() } : byId<Order>('shipToId')(text))),
    count: byInteger('itemCount'),
  });
  const sorts = { ...listing.sorts, count: 'itemCount' } as const;
  return { ...listing, sorts, agedSorts: ['status'], isStrict: true, takesInclude: true };
}

/** {@link orderListingOf} without settings. */
export const orderListing = orderListingOf(false);

/** Filters and sort keys of the items of an order. */
export const orderItemListing: Listing<OrderItem> = {
  filters: {
    ...commonFilters<OrderItem>(),
    product: byId('productId'),
    sku: byText('sku'),
    title: byText('title'),
    quantity: byInteger('quantity'),
    tax_rate: byDecimal('taxRate'),
    tax_band: byId('taxBandId'),
    price: byAmount('price'),
  },
  sorts: { id: 'id', updated_at: 'updatedAt', sku: 'sku', title: 'title', quantity: 'quantity', price: 'price' },
  isStrict: true,
};

/** Filters and sort keys of the history of an order. */
export const orderStatusChangeListing: Listing<OrderStatusChange> = {
  filters: {
    id: byId('id'),
    ...byTimes<OrderStatusChange>('created_at', 'createdAt'),
    from: byWords('from', 'from'),
    to: byWords('to', 'to'),
    who: byText('who'),
    kind: byChoice<OrderStatusChange, 'status' | 'edit'>('kind', ['status', 'edit'], (kind) => ({
      kind: kind === 'status' ? IsNull() : kind,
    })),
  },
  sorts: { id: 'id' },
  isStrict: true,
};

/** Filters and sort keys of the notes of an order. */
export const orderNoteListing: Listing<OrderNote> = {
  filters: { id: byId('id'), ...byTimes<OrderNote>('created_at', 'createdAt'), author: byText('author') },
  sorts: { id: 'id' },
  isStrict: true,
};
