import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { CartCustomersService } from '../carts/cart-customers.service';
import { CartOrdersService } from '../carts/cart-orders.service';
import { CartPricingService } from '../carts/cart-pricing.service';
import { type Cart } from '../carts/cart.record';
import { type LockedCart } from '../carts/carts.service';
import { CAME_TO_NOTHING, type Order } from '../orders/order.record';
import { OrdersService } from '../orders/orders.service';
import { OrderMoneyGuard } from '../payments/order-money.guard';
import { ShippingMethodsService } from '../settings/shipping-methods.service';
import { type CheckoutDraft, type CheckoutRequest, type CheckoutTerms } from './checkout-draft.service';
import { fingerprintOf } from './checkout-fingerprint';
import { isUnprovenBuyer } from './checkout-parties.service';
import { OrderHoldsMoney } from './checkout.errors';

/** A checkout as requested. */
type AskedCheckout = CheckoutTerms & { readonly request: CheckoutRequest };

/** The result of an earlier checkout: its order, which this request returns too, or null with the order to replace. */
export type FormerOrder = { readonly order: Order } | { readonly order: null; readonly supersedes: string | null };

const NONE = { order: null, supersedes: null } as const;

/** Finds the order of an earlier checkout of a cart, and cancels it for another request (orders-that-stay-true.md 20). */
@Injectable()
export class FormerOrderService {
  constructor(
    private readonly cartOrders: CartOrdersService,
    private readonly orders: OrdersService,
    private readonly money: OrderMoneyGuard,
    private readonly customers: CartCustomersService,
    private readonly methods: ShippingMethodsService,
    private readonly pricing: CartPricingService,
  ) {}

  /**
   * Returns the same order for the same request. Another request cancels it, which returns its stock and promotion uses before
   * they are taken again. A failed or declined order is cancelled too: a payment could revive it. A cancelled one is ignored.
   * @throws OrderHoldsMoney when it has a payment that is pending, or holds or took money
   */
  async settle(tx: EntityManager, locked: LockedCart | undefined, asked: AskedCheckout): Promise<FormerOrder> {
    if (locked?.checkout === undefined) return NONE;
    const { row: cart, checkout } = locked;
    const order = await this.orders.lockPayable(tx, checkout.orderId);
    const isLive = order !== undefined && !CAME_TO_NOTHING.has(order.status);
    if (isLive && (await this.isRepeated(tx, cart, checkout.fingerprint, asked))) return { order };
    await this.cartOrders.forget(tx, cart.id);
    if (order === undefined) return NONE;
    await this.cancel(tx, order, asked.who);
    return { order: null, supersedes: order.id };
  }

  /** @throws OrderHoldsMoney */
  private async cancel(tx: EntityManager, order: Order, who: string): Promise<void> {
    const isUnpaid = order.status === 'unpaid' || CAME_TO_NOTHING.has(order.status);
    if (!isUnpaid || (await this.money.holdsMoney(tx, order.id))) throw new OrderHoldsMoney(order.id);
    await this.orders.moveTo(tx, order, 'cancelled', who);
  }

  /** Records the order of a cart's checkout and the fingerprint of the request. */
  async record(tx: EntityManager, orderId: string, { cart, customer, shipping, currency, request }: CheckoutDraft) {
    const { gateway, billTo, shipTo } = request;
    const isUnproven = isUnprovenBuyer(request.customer);
    const known = { customer: customer?.id ?? null, isUnproven };
    const same = { ...known, shipping, currency: currency.code, gateway, billTo, shipTo };
    await this.cartOrders.record(tx, { cartId: cart.id, orderId, fingerprint: fingerprintOf(same) });
  }

  /** @param former null: a checkout from before fingerprints were kept, of which every repeat is the same */
  private async isRepeated(
    tx: EntityManager,
    cart: Cart,
    former: string | null,
    { request, currency: code }: AskedCheckout,
  ): Promise<boolean> {
    if (former === null) return true;
    const { gateway, billTo, shipTo } = request;
    const { code: currency } = await this.pricing.currency(tx, code);
    const customer = await this.customerOf(tx, cart, request);
    const shipping = await this.shippingOf(tx, request);
    const isUnproven = isUnprovenBuyer(request.customer);
    return former === fingerprintOf({ customer, isUnproven, shipping, currency, gateway, billTo, shipTo });
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
