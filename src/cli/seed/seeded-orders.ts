import { type DemoClient } from '../demo/demo-client';
import { pick, type Roll } from './dice';
import { type SeededProduct } from './seeded-catalog';
import { type SeededPerson } from './seeded-people';
import { CODE } from './seeded-promotions';

const CARD = { number: '4242424242424242', expiry_month: 12, expiry_year: 2099 };
/** Time from the payment of an order to its shipment. */
const SHIPPED_AFTER_MS = 2 * 86_400_000;

/** The time of the seeded orders: it only goes on. */
export interface SeededTime {
  moveTo(ms: number): void;
}

interface Later {
  readonly at: number;
  readonly act: () => Promise<unknown>;
}

/** Places orders over a span of time, and has them paid, shipped, refunded and cancelled. */
export class SeededOrders {
  /** Shipments to come, in the order of their times. */
  private readonly later: Later[] = [];

  constructor(
    private readonly store: DemoClient,
    private readonly roll: Roll,
    private readonly goods: { readonly products: readonly SeededProduct[]; readonly people: readonly SeededPerson[] },
    private readonly time: SeededTime,
  ) {}

  /**
   * Places orders between two instants, evenly with some noise.
   * @param placed called after each order with how many there are
   */
  async place(count: number, [from, to]: readonly [number, number], placed: (orders: number) => void): Promise<void> {
    const gap = (to - from) / count;
    for (let i = 0; i < count; i += 1) {
      const at = from + gap * i + (gap * this.roll(500)) / 1000;
      await this.catchUp(at);
      this.time.moveTo(at);
      const { id, total } = await this.checkout();
      await this.live(id, Number(total), at + gap / 4);
      placed(i + 1);
    }
    await this.catchUp(to);
  }

  /** Leaves carts behind that were not checked out. */
  async leaveCarts(count: number): Promise<void> {
    for (let i = 1; i <= count; i += 1) {
      await this.store.quietly('POST', `/v1/carts/open-${i}/items`, { items: this.items() });
    }
  }

  private items(): object[] {
    const { products } = this.goods;
    // Few products are in most orders: the lower of two draws.
    return Array.from({ length: 1 + this.roll(4) }, () => ({
      id: products[Math.min(this.roll(products.length), this.roll(products.length))]?.id,
      quantity: 1 + this.roll(3),
    }));
  }

  private checkout(): Promise<{ readonly id: string; readonly total?: unknown }> {
    const { email, address } = pick(this.roll, this.goods.people);
    const code = this.roll(6) === 0 ? { code: CODE } : {};
    return this.store.quietly('POST', '/v1/carts/checkout', {
      items: this.items(),
      customer: email,
      gateway: this.roll(8) === 0 ? 'manual' : 'dummy',
      shipping: this.roll(4) === 0 ? 'next-day' : 'standard',
      bill_to: address,
      ship_to: 'bill_to',
      ...code,
    });
  }

  /** @param at when it is paid */
  private async live(id: string, total: number, at: number): Promise<void> {
    const fate = this.roll(100);
    this.time.moveTo(at);
    if (fate < 5) return;
    if (fate < 9) {
      await this.store.quietly('PUT', `/v1/orders/${id}`, { status: 'cancelled' });
      return;
    }
    if (fate < 12) {
      await this.store.quietly('PUT', `/v1/orders/${id}`, { status: 'declined' });
      return;
    }
    await this.pay(id, total);
    if (fate < 17 && total >= 1) {
      const refund = (total / (1 + this.roll(3))).toFixed(2);
      await this.store.quietly('POST', `/v1/checkout/payment/refund/${id}`, { amount: refund });
    } else if (fate < 90) {
      this.later.push({ at: at + SHIPPED_AFTER_MS, act: () => this.ship(id) });
    }
  }

  /** An order of nothing is paid already. */
  private async pay(id: string, total: number): Promise<void> {
    if (total > 0) await this.store.quietly('POST', `/v1/checkout/payment/purchase/${id}`, { data: CARD });
  }

  private ship(id: string): Promise<unknown> {
    const number = `SK${String(this.roll(1_000_000)).padStart(6, '0')}`;
    return this.store.quietly('POST', `/v1/orders/${id}/shipments`, { carrier: 'Royal Mail', tracking_number: number });
  }

  /** Makes the shipments that are due by then. */
  private async catchUp(until: number): Promise<void> {
    for (let next = this.later[0]; next !== undefined && next.at <= until; next = this.later[0]) {
      this.later.shift();
      this.time.moveTo(next.at);
      await next.act();
    }
  }
}
