import { type RuleGroup, type RuleNode } from '../../src/modules/promotions/domain/rules/rule-tree';

/** Settings that make the promotions of a world easy or hard to meet. */
export interface PromotionWorld {
  /** Number of products; rules name 10 or 25 of them, by sku. */
  readonly products: number;
  /** The cart values that promotions ask for lie evenly from 0 to this. */
  readonly topValue: number;
}

/** The sku of product `i`. */
export function skuOf(world: PromotionWorld, i: number): string {
  return `SKU-${i % world.products}`;
}

/** Price of a product, as text: 4.25 to 99.25. */
export function priceOf(i: number): string {
  return `${4 + ((i * 37) % 96)}.25`;
}

const COUNTRIES = ['GB', 'IE', 'FR', 'DE', 'US'];

function someSkus(world: PromotionWorld, from: number, count: number): string[] {
  return Array.from({ length: count }, (_, i) => skuOf(world, from + i * 7));
}

function group(matchOn: 'all' | 'any', children: RuleNode[]): RuleGroup {
  return { type: 'group', match_on: matchOn, children };
}

/** The rules of promotion `i` over the cart: two levels, seven comparisons. */
function matchRules(world: PromotionWorld, i: number): RuleGroup {
  return group('all', [
    {
      type: 'cart_attribute',
      match: 'value',
      operator: '>=',
      against: Math.round((((i * 53) % 97) / 97) * world.topValue),
    },
    { type: 'cart_attribute', match: 'currency', operator: '=', against: 'GBP' },
    group('any', [
      { type: 'cart_item', match: 'sku', operator: 'in', against: someSkus(world, i * 31, 10) },
      { type: 'cart_item', match: 'quantity', operator: '>=', against: 6 + (i % 4) },
      { type: 'cart_item', match: 'price', operator: '>', against: 97 + (i % 40) },
    ]),
    group('any', [
      { type: 'cart_attribute', match: 'total_items', operator: '>=', against: 5 + ((i * 3) % 50) },
      { type: 'cart_attribute', match: 'ship_to.country', operator: 'in', against: [COUNTRIES[i % 5] ?? 'GB', 'GB'] },
    ]),
  ]);
}

/** The rules of promotion `i` over each line. */
function matchItems(world: PromotionWorld, i: number): RuleGroup {
  return group('all', [{ type: 'cart_item', match: 'sku', operator: 'in', against: someSkus(world, i * 29, 25) }]);
}

/** One of each of the seven actions, in turn; amounts small enough that hundreds of promotions leave something. */
const ACTIONS: readonly Readonly<Record<string, unknown>>[] = [
  { action: 'discount_by_percent', amount: '1.5' },
  { action: 'discount_subtotal_percent', amount: '0.5' },
  { action: 'discount_by_fixed', amount: '0.05' },
  { action: 'discount_subtotal_fixed', amount: '0.2' },
  { action: 'buy_x_get_y_free', amount: 1, trigger_quantity: 5, max_quantity: 1 },
  { action: 'discount_to_fixed', amount: '95' },
  { action: 'free_ship', amount: 0, shipping_methods: ['1'] },
];

/** Promotion `i` as it is sent: live, without dates that matter, code or limits. */
export function promotionFields(world: PromotionWorld, i: number): Record<string, unknown> {
  return {
    title: `Bench promotion ${i}`,
    from: '2020-01-01',
    to: '2099-12-31',
    status: 1,
    terminating: 0,
    persistent: 0,
    apply_to_shipping: 0,
    priority: i % 10,
    match_rules: matchRules(world, i),
    match_items: matchItems(world, i),
    ...ACTIONS[i % ACTIONS.length],
  };
}
