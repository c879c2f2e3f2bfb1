/** A value that a rule compares with, as it was sent. */
export type AgainstValue = string | number | boolean;

/** One comparison, as it was sent: its operator keeps the sender's spelling (promotions.md 16). */
export interface RuleLeaf {
  readonly type: LeafType;
  readonly match: string;
  /** Missing: `=`. */
  readonly operator?: string;
  readonly against?: AgainstValue | readonly AgainstValue[];
  readonly match_on?: MatchOn;
}

/** Rules that decide together, as they were sent. */
export interface RuleGroup {
  readonly type: 'group';
  /** Missing: `all` (promotions.md 15). */
  readonly match_on?: MatchOn;
  readonly children: readonly RuleNode[];
}

/** A checked rule; {@link RuleGroup} at the top. JSON as it is stored and echoed. */
export type RuleNode = RuleLeaf | RuleGroup;

export const MATCH_ON = ['any', 'all'] as const;
export type MatchOn = (typeof MATCH_ON)[number];

export const LEAF_TYPES = ['cart_attribute', 'cart', 'cart_item', 'customer'] as const;
export type LeafType = (typeof LEAF_TYPES)[number];
export const RULE_TYPES = ['group', ...LEAF_TYPES] as const;

/** Fields of the cart that a `cart_attribute` or `cart` rule may name (promotions.md 18). */
export const CART_FIELDS = [
  'value',
  'price',
  'subtotal',
  'discounted_value',
  'total_items',
  'total_unique_items',
  'weight',
  'currency',
  'shipping',
  'shipping_price',
  'gateway',
  'discount_code',
  'ship_to.country',
  'ship_to.postcode',
  'customer_group',
  'day_of_week',
  'hour',
] as const;
export type CartField = (typeof CART_FIELDS)[number];

/** Fields of a line that a `cart_item` rule may name. */
export const LINE_FIELDS = [
  'id',
  'sku',
  'title',
  'slug',
  'price',
  'sale_price',
  'quantity',
  'line_total',
  'tax_band',
  'tax_rate',
  'brand',
  'category',
] as const;
export type LineField = (typeof LINE_FIELDS)[number];

/** Fields that a `customer` rule may name. */
export const CUSTOMER_FIELDS = ['id', 'email', 'group', 'is_guest', 'orders', 'spent', 'first_order'] as const;
export type CustomerField = (typeof CUSTOMER_FIELDS)[number];

/** The fields of each type of rule. */
export const FIELDS_OF: Readonly<Record<LeafType, readonly string[]>> = {
  cart_attribute: CART_FIELDS,
  cart: CART_FIELDS,
  cart_item: LINE_FIELDS,
  customer: CUSTOMER_FIELDS,
};

/** Whether a text is one of a closed list of words. */
export function isOneOf<T extends string>(words: readonly T[], text: unknown): text is T {
  return typeof text === 'string' && (words as readonly string[]).includes(text);
}
