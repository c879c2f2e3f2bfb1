import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { type HeldUnits, OrderReservationsService } from '../orders/order-reservations.service';
import { CAME_TO_NOTHING, type Order } from '../orders/order.record';
import { OrdersService } from '../orders/orders.service';
import { OrderMoneyGuard } from '../payments/order-money.guard';
import { type HeldUse, RedemptionsService } from '../promotions/redemptions.service';
import { CartOrdersService } from './cart-orders.service';
import { type CartCheckout, CONTENT_CHANGED } from './data/cart-checkout.entity';
import { type Cart } from './data/cart.entity';

/** The order that a cart made last, if it is still in force. */
export interface OwnOrder {
  readonly order: Order;
  /** Whether the content of the cart is still what was ordered. */
  readonly isSameContent: boolean;
  /** Unpaid, with no payment that is pending, holds or took money: it can be given back. */
  readonly isOpen: boolean;
  /** Uses that it holds, which count as given back where the cart is priced; empty unless it is open. */
  readonly uses: readonly HeldUse[];
  readonly units: HeldUnits;
}

/**
 * The order that a checkout of its cart returns at any price of its content; null: there is none.
 * @param currency code of that of the checkout
 */
export function standingOrder(own: OwnOrder | undefined, currency: string): Order | null {
  if (
    own === undefined ||
    !own.isSameContent ||
    own.order.currencyCode !== currency ||
    CAME_TO_NOTHING.has(own.order.status)
  )
    return null;
  return own.isOpen && own.order.editedAt === null ? null : own.order;
}

const NO_UNITS: HeldUnits = new Map();

/** Finds the orders that carts made last: an unpaid one counts as given back wherever its cart is priced (orders-and-payments.md 38). */
@Injectable()
export class OwnOrdersService {
  constructor(
    private readonly checkouts: CartOrdersService,
    private readonly orders: OrdersService,
    private readonly money: OrderMoneyGuard,
    private readonly redemptions: RedemptionsService,
    private readonly reservations: OrderReservationsService,
  ) {}

  /** A cart, read in one statement with its checkout. Undefined when it was never written to. */
  read(manager: EntityManager, cartId: string): Promise<Cart | undefined> {
    return this.checkouts.read(manager, cartId);
  }

  /** The own orders of carts, by cart id. A cart without a checkout costs no statement; those with one share four. */
  async of(manager: EntityManager, rows: readonly Cart[]): Promise<ReadonlyMap<string, OwnOrder>> {
    const checkouts = await this.checkouts.of(manager, rows);
    const orders = await this.orders.findMany(
      manager,
      checkouts.map(({ orderId }) => orderId),
    );
    const made = checkouts.flatMap((checkout) => {
      const order = orders.get(checkout.orderId);
      return order === undefined || CAME_TO_NOTHING.has(order.status) ? [] : [{ checkout, order }];
    });
    const held = await this.heldBy(
      manager,
      made.map(({ order }) => order),
    );
    return new Map(made.map(({ checkout, order }) => [checkout.cartId, ownOrder(checkout, order, held)]));
  }

  /** {@link of} of a cart whose order is known and locked. */
  async ofCheckout(tx: EntityManager, checkout: CartCheckout, order: Order): Promise<OwnOrder> {
    const held = await this.heldBy(tx, [order]);
    return ownOrder(checkout, order, held);
  }

  /** Reads which orders are open, and what those hold. */
  private async heldBy(manager: EntityManager, orders: readonly Order[]): Promise<HeldGoods> {
    const unpaid = orders
      .filter(({ status }) => status === 'unpaid' || CAME_TO_NOTHING.has(status))
      .map(({ id }) => id);
    const holding = await this.money.holding(manager, unpaid);
    const open = unpaid.filter((id) => !holding.has(id));
    return {
      open: new Set(open),
      uses: await this.redemptions.held(manager, open),
      units: await this.reservations.held(manager, open),
    };
  }
}

/** Goods and uses that open orders hold, by order. */
interface HeldGoods {
  readonly open: ReadonlySet<string>;
  readonly uses: ReadonlyMap<string, readonly HeldUse[]>;
  readonly units: ReadonlyMap<string, HeldUnits>;
}

function ownOrder({ fingerprint }: CartCheckout, order: Order, { open, uses, units }: HeldGoods): OwnOrder {
  return {
    order,
    isSameContent: fingerprint !== CONTENT_CHANGED,
    isOpen: open.has(order.id),
    uses: uses.get(order.id) ?? [],
    units: units.get(order.id) ?? NO_UNITS,
  };
}
