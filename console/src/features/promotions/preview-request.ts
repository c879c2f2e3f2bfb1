import { type components } from '@storekeeper/client';
import { queryOptions } from '@tanstack/react-query';
import { chargedPrice } from '../../shared/api/session';
import { NO_KEY, reading, store } from '../../shared/api/store';
import { type AddressValues } from '../../shared/ui/address';
import { type FormValues } from '../../shared/ui/form-field';
import { withRoom } from './other-offers';
import { type Promotion } from './promotion-state';
import { inlinePromotion, promotionValues } from './promotion-fields';

/** A line of the cart that a preview prices. */
export type PreviewItem = components['schemas']['PreviewItemDto'];
type PreviewRequest = components['schemas']['PreviewDto'];
type Method = components['schemas']['ShippingRecord'];
type Inline = components['schemas']['InlinePromotion'];

/** Promotions of one request, with the one that is edited. */
const MAX_INLINE = 100;

/** The promotions that a preview of a form considers: the form's own, and beside it the live ones that carts get without a code. */
export function previewedPromotions(
  values: FormValues,
  id: string | undefined,
  all: readonly Promotion[],
  code: string,
): readonly Inline[] {
  const isOfCart = ({ discount_code }: Promotion): boolean =>
    discount_code === '' || discount_code.toLowerCase() === code.trim().toLowerCase();
  const own = inlinePromotion(values, id ?? 'new');
  const others = all
    .filter((it) => it.id !== id && it.state === 'live' && isOfCart(it))
    // The older one comes first where all else is equal; the list has the newest first.
    .reverse()
    .slice(0, MAX_INLINE - 1)
    .map((it) => inlinePromotion(promotionValues(it), it.id));
  const kept = withRoom(own, others);
  const isBefore = (it: Inline): boolean => id !== undefined && BigInt(it.id ?? '0') < BigInt(id);
  return [...kept.filter(isBefore), own, ...kept.filter((it) => !isBefore(it))];
}

/** The request of a preview by what the page's address says of the cart. */
export function previewRequest(
  promotions: readonly Inline[],
  items: readonly PreviewItem[],
  { cart, at, customer, code }: AddressValues,
  method?: Method,
): PreviewRequest {
  return {
    ...(cart ? { cart } : { items: [...items] }),
    ...(at ? { at: `${at}T12:00:00Z` } : {}),
    ...(customer ? { customer: /^\d+$/.test(customer) ? { id: customer } : { email: customer } } : {}),
    ...(code ? { discount_code: code } : {}),
    // The store knows its price and its tax.
    ...(method && { shipping: { id: method.id } }),
    include_draft: true,
    promotions: [...promotions],
  };
}

/** The shipping method of a preview for `useQuery`. */
export const readingMethod = (id: string) =>
  reading(['/v1/shipping', id, 'preview'], (signal) =>
    store.GET('/v1/shipping/{shipping_id}', { params: { path: { shipping_id: id } }, signal }),
  );

/** A preview for `useQuery`: it writes nothing. */
export const readingPreview = (request: PreviewRequest) =>
  queryOptions({
    queryKey: ['preview', request],
    queryFn: async ({ signal }) =>
      (await store.POST('/v1/promotions/cart/preview', { body: request, headers: NO_KEY, signal })).data.result,
  });

/** Parts of one unit that the store keeps of an amount. */
const PARTS = 10_000;

/** An order as the cart of a preview. */
interface TakenOrder {
  readonly lines: readonly PreviewItem[];
  /** For the address. */
  readonly terms: Readonly<Record<'customer' | 'code' | 'shipping', string | undefined>>;
}

/**
 * Reads the lines of an order at the prices that its customer got, with the customer, the code and the shipping method. What rules
 * ask of the products, the store knows by their ids.
 */
export async function takenOrder(order: string): Promise<TakenOrder> {
  const path = { order_id: order };
  const { data } = await store.GET('/v1/orders/{order_id}', { params: { path, query: { include: ['discounts'] } } });
  // A preview takes prices in the default currency.
  const inDefault = (price: number): number => Math.round((price / data.result.exchange_rate) * PARTS) / PARTS;
  const lines: PreviewItem[] = [];
  for await (const { product, sku, title, quantity, price, tax_rate } of store.list('/v1/orders/{order_id}/items', {
    params: { path, query: { limit: 100 } },
  })) {
    const own = product === null ? {} : { id: product.data.id };
    lines.push({ ...own, sku, title, quantity, price: inDefault(price), tax_rate });
  }
  const { customer, shipping, discounts = [] } = data.result;
  const code = discounts.map(({ discount_code }) => discount_code).find(Boolean) ?? undefined;
  return { lines, terms: { customer: customer?.data.id, code, shipping: shipping?.data.id } };
}

/** Reads a product as a line at the price that carts have now. Without a rate it is taxed by its band. */
export async function productLine(id: string): Promise<PreviewItem> {
  const { data } = await store.GET('/v1/products/{product_id}', { params: { path: { product_id: id } } });
  return { id, title: data.result.title, price: chargedPrice(data.result), quantity: 1 };
}
