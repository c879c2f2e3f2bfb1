import { type ThenAndTest } from './then-and-test';
import { type Whys } from './why';

/** An order of those that change most. Amounts are whole ten-thousandths as decimal text. */
export interface LargestOrder {
  readonly orderId: string;
  readonly discount: ThenAndTest<string>;
  readonly revenue: ThenAndTest<string>;
  /** In words; null: not said yet. One text: a back-test of an older version said it in English. */
  readonly why: Whys | string | null;
}

/** The amounts that a change is measured by. */
interface Measured {
  readonly discount: ThenAndTest;
  readonly revenue: ThenAndTest;
}

/** Orders whose difference is shown. */
const MOST = 10;

/** Keeps the orders that change most, the largest change first. */
export class LargestOrders {
  /** The changes of the kept orders, in their order: every order is compared with the least of them. */
  private sizes: readonly bigint[];

  /** @param size of a change; 0 or less: the order is not kept */
  constructor(
    private orders: readonly LargestOrder[],
    private readonly size: (order: Measured) => bigint,
  ) {
    this.sizes = orders.map(({ discount, revenue }) =>
      size({ discount: amounts(discount), revenue: amounts(revenue) }),
    );
  }

  /** Keeps the order if its change is among the largest; at a tie the earlier order stays. */
  add(orderId: string, discount: ThenAndTest, revenue: ThenAndTest): void {
    const size = this.size({ discount, revenue });
    const smallest = this.sizes.length < MOST ? undefined : this.sizes.at(-1);
    if (size <= (smallest ?? 0n)) return;
    const place = this.sizes.findIndex((one) => one < size);
    const at = place === -1 ? MOST : place;
    const entry = { orderId, discount: texts(discount), revenue: texts(revenue), why: null };
    this.orders = this.orders.toSpliced(at, 0, entry).slice(0, MOST);
    this.sizes = this.sizes.toSpliced(at, 0, size).slice(0, MOST);
  }

  /** Says why for those that nothing was said of. @param told by order */
  tell(told: ReadonlyMap<string, Whys>): void {
    this.orders = this.orders.map((one) => ({ ...one, why: one.why ?? told.get(one.orderId) ?? null }));
  }

  /** Orders that nothing was said of. */
  get untold(): readonly string[] {
    return this.orders.filter(({ why }) => why === null).map(({ orderId }) => orderId);
  }

  pack(): readonly LargestOrder[] {
    return this.orders;
  }
}

/** The change of the discount, up or down. */
export function otherDiscount({ discount: { then, test } }: Measured): bigint {
  const difference = test - then;
  return difference < 0n ? -difference : difference;
}

/** The rise of the total. */
export function dearer({ revenue: { then, test } }: Measured): bigint {
  return test - then;
}

function amounts({ then, test }: ThenAndTest<string>): ThenAndTest {
  return { then: BigInt(then), test: BigInt(test) };
}

function texts({ then, test }: ThenAndTest): ThenAndTest<string> {
  return { then: String(then), test: String(test) };
}
