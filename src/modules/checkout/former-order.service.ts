import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { CartCustomersService } from '../carts/cart-customers.service';
import { CartOrdersService } from '../carts/cart-orders.service';
import { CartPricingService } from '../carts/cart-pricing.service';
import { type Cart } from '../carts/cart.record';
import { type LockedCart } from '../carts/carts.service';
import { type OwnOrder, OwnOrdersService } from '../carts/own-orders.service';
import { CAME_TO_NOTHING, type Order } from '../orders/order.record';
import { OrdersService } from '../orders/orders.service';
import { ShippingMethodsService } from '../settings/shipping-methods.service';
import { type CheckoutDraft, type CheckoutRequest, type CheckoutTerms } from './checkout-draft.service';
import { fingerprintOf, identityOf } from './checkout-fingerprint';
import { isUnprovenBuyer } from './checkout-parties.service';
import { OrderEdited, OrderHoldsMoney } from './checkout.errors';

/** A checkout as requested. */
type AskedCheckout = CheckoutTerms & { readonly request: CheckoutRequest };

/** The effect of an earlier checkout of a cart on this one. */
export type FormerOrder =
  /** There is none, or none that counts. */
  | { readonly kind: 'none' }
  /** The same request: its response is this order. */
  | { readonly kind: 'answer'; readonly order: Order }
  /** The same request: its response is this order while pricing the cart now gives the same amounts. */
  | { readonly kind: 'same'; readonly own: OwnOrder }
  /** Another request or another content: its order takes the place of this one. */
  | { readonly kind: 'replaced'; readonly own: OwnOrder };

const NONE = { kind: 'none' } as const;

/** Judges the order of an earlier checkout of a cart (orders-and-payments.md 20, 39). */
@Injectable()
export class FormerOrderService {
  constructor(
    private readonly cartOrders: CartOrdersService,
    private readonly ownOrders: OwnOrdersService,
    private readonly orders: OrdersService,
    private readonly customers: CartCustomersService,
    private readonly methods: ShippingMethodsService,
    private readonly pricing: CartPricingService,
  ) {}

  /**
   * Locks the order of an earlier checkout. A failed or declined one is replaced: a payment could revive it. A cancelled one is
   * ignored, and so is one that money came for, once the content of the cart has changed.
   * @throws OrderHoldsMoney when another request of the same content meets a payment that is pending, or holds or took money
   * @throws OrderEdited when it would replace an order that the shop has edited
   */
  async of(tx: EntityManager, locked: LockedCart | undefined, asked: AskedCheckout): Promise<FormerOrder> {
    if (locked?.checkout === undefined) return NONE;
    const { row: cart, checkout } = locked;
    const order = await this.orders.lockPayable(tx, checkout.orderId);
    if (order === undefined) return NONE;
    const own = await this.ownOrders.ofCheckout(tx, checkout, order);
    if (!own.isOpen && !own.isSameContent) return NONE;
    const isLive = own.isSameContent && !CAME_TO_NOTHING.has(order.status);
    const isRepeated = isLive && (await this.isRepeated(tx, cart, checkout.fingerprint, asked));
    return isRepeated ? repeated(own) : replaced(own);
  }

  /**
   * Cancels the order that is replaced, which gives its stock and its uses of promotions back before they are taken again.
   * @returns its id; null: none is replaced
   */
  async replace(
    tx: EntityManager,
    cart: Cart | undefined,
    own: OwnOrder | undefined,
    who: string,
  ): Promise<string | null> {
    if (cart !== undefined) await this.forget(tx, cart);
    if (own === undefined) return null;
    await this.orders.moveTo(tx, own.order, 'cancelled', who);
    return own.order.id;
  }

  private async forget(tx: EntityManager, cart: Cart): Promise<void> {
    if ((await this.cartOrders.of(tx, [cart])).length > 0) await this.cartOrders.forget(tx, cart.id);
  }

  /** Records the order of a cart's checkout and the fingerprint of the request. */
  async record(tx: EntityManager, orderId: string, { cart, customer, shipping, currency, request }: CheckoutDraft) {
    const isUnproven = isUnprovenBuyer(request.customer);
    const found = { customer: customer?.id ?? null, isUnproven, shipping, currency: currency.code };
    const fingerprint = fingerprintOf(identityOf(request, found));
    await this.cartOrders.record(tx, { cartId: cart.id, orderId, fingerprint });
  }

  /** @param former null: a checkout from before fingerprints were kept, of which every repeat is the same */
  private async isRepeated(
    tx: EntityManager,
    cart: Cart,
    former: string | null,
    { request, currency: code }: AskedCheckout,
  ): Promise<boolean> {
    if (former === null) return true;
    const { code: currency } = await this.pricing.currency(tx, code);
    const customer = await this.customerOf(tx, cart, request);
    const shipping = await this.shippingOf(tx, request);
    const found = { customer, shipping, currency, isUnproven: isUnprovenBuyer(request.customer) };
    return former === fingerprintOf(identityOf(request, found));
  }

  /** A guest's checkout of the cart of a customer is a guest's (storefront.md 1). */
  private async customerOf(
    tx: EntityManager,
    cart: Cart,
    { customer, isGuest }: CheckoutRequest,
  ): Promise<string | null> {
    if (customer === null) return isGuest ? null : ((await this.customers.ofCart(tx, cart))?.id ?? null);
    if ('id' in customer) return customer.id;
    return (await this.customers.idOf(tx, customer)) ?? customer.email;
  }

  private async shippingOf(tx: EntityManager, { shipping }: CheckoutRequest): Promise<string | null> {
    return shipping === null ? null : ((await this.methods.find(tx, shipping))?.id ?? shipping);
  }
}

function repeated(own: OwnOrder): FormerOrder {
  const { order, isOpen } = own;
  return isOpen && order.editedAt === null ? { kind: 'same', own } : { kind: 'answer', order };
}

/** @throws OrderHoldsMoney, OrderEdited */
function replaced(own: OwnOrder): FormerOrder {
  const { order, isOpen } = own;
  if (!isOpen) throw new OrderHoldsMoney(order.id);
  if (order.editedAt !== null && order.status === 'unpaid') throw new OrderEdited(order.id);
  return { kind: 'replaced', own };
}
