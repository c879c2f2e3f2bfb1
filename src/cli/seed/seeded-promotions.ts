import { type DemoClient } from '../demo/demo-client';
import { type SeededProduct } from './seeded-catalog';

/** The code that a part of the orders use. */
export const CODE = 'WELCOME10';

type Fields = Readonly<Record<string, unknown>>;

/** Days from the end of the seeded time: negative ones lie before it. */
const ALWAYS = [-400, 400] as const;

const leaf = (type: string, match: string, operator: string, against: unknown): Fields => ({
  type,
  match,
  operator,
  against,
});
const all = (...children: Fields[]): string => JSON.stringify({ type: 'group', match_on: 'all', children });

interface SeededPromotion {
  readonly title: string;
  readonly days?: readonly [from: number, to: number];
  readonly isDraft?: true;
  readonly terms: Fields;
}

const skus = (prefix: string): string => all(leaf('cart_item', 'sku', 'starts_with', prefix));
const worth = (value: number): string => all(leaf('cart', 'value', '>=', value));

/** Promotions of products. */
function onProducts({ sku }: SeededProduct): SeededPromotion[] {
  const month = all(leaf('cart_item', 'sku', '=', sku));
  const cups = { trigger_quantity: 2, amount: 1, match_items: skus('CUP'), persistent: 1 };
  const coffee = { amount: 8, match_items: skus('COF'), budget: 500, priority: 5 };
  return [
    {
      title: 'Tea week',
      days: [-80, -60],
      terms: { action: 'discount_by_percent', amount: 15, match_items: skus('TEA') },
    },
    { title: '£2 off each pot', terms: { action: 'discount_by_fixed', amount: 2, match_items: skus('POT') } },
    {
      title: 'Product of the month',
      terms: { action: 'discount_to_fixed', amount: 3, max_uses: 200, match_items: month },
    },
    { title: 'Three cups for two', terms: { action: 'buy_x_get_y_free', ...cups } },
    { title: 'Coffee budget', terms: { action: 'discount_by_percent', ...coffee } },
    { title: 'Summer sale', days: [10, 40], terms: { action: 'discount_by_percent', amount: 25, terminating: 1 } },
    { title: 'Clearance', isDraft: true, terms: { action: 'discount_by_percent', amount: 50 } },
  ];
}

/** Promotions of whole carts. @param trade id of a customer group @param shipping id of the method that may be free */
function onCarts(trade: string, shipping: string | undefined): SeededPromotion[] {
  const free = { amount: 0, shipping_methods: JSON.stringify([shipping]), match_rules: worth(80), persistent: 1 };
  const thanks = { amount: 5, match_rules: all(leaf('customer', 'orders', '>=', 3)), best_of: 'regulars', priority: 3 };
  return [
    { title: 'Welcome', terms: { action: 'discount_subtotal_percent', amount: 10, discount_code: CODE } },
    { title: '£5 off from £60', terms: { action: 'discount_subtotal_fixed', amount: 5, match_rules: worth(60) } },
    { title: 'Free standard shipping from £80', terms: { action: 'free_ship', ...free } },
    {
      title: 'Trade price',
      terms: { action: 'discount_by_percent', amount: 12, customer_group: trade, best_of: 'regulars', priority: 2 },
    },
    { title: 'Thank you', terms: { action: 'discount_subtotal_percent', ...thanks } },
  ];
}

/**
 * Makes twelve promotions: each action once at least, with a code, limits, a budget and groups; one that has ended, one to come
 * and a draft. @param end of the seeded time, which their days count from
 */
export async function addPromotions(
  store: DemoClient,
  about: { readonly trade: string; readonly product: SeededProduct; readonly end: Date },
): Promise<void> {
  const methods = (await store.quietly('GET', '/v1/shipping?order=asc')) as unknown as readonly { id: string }[];
  const promotions = [...onCarts(about.trade, methods[0]?.id), ...onProducts(about.product)];
  for (const { title, days: [from, to] = ALWAYS, isDraft, terms } of promotions) {
    const dates = { from: dayOf(about.end, from), to: dayOf(about.end, to) };
    const flags = { status: isDraft ? 0 : 1, terminating: 0, persistent: 0, apply_to_shipping: 0 };
    await store.quietly('POST', '/v1/promotions/cart', { title, ...dates, ...flags, ...terms });
  }
}

function dayOf(end: Date, days: number): string {
  return new Date(end.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}
