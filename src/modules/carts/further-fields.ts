import { ValidationFailed } from '../../kernel/errors';
import { FieldProblem, isUnset } from '../../kernel/fields/field-problem';
import { keptTextParser } from '../../kernel/fields/field-parsers';
import { type FurtherFields } from '../catalog/chosen-modifiers';
import { type OrderItemRecord } from '../orders/order-item.record';
import { type CartItemRecord } from './cart-item.record';

/** Most further fields of a line, and the longest name and value of one: a cart is in each of its events. */
const MOST = 20;
const NAME = /^[A-Za-z0-9_.-]{1,64}$/;
const parse = keptTextParser(255);

/** The fields that a line has anyway, in carts and orders: what is sent under these names is ignored, as everywhere (wire.md 1). */
const OWN: Readonly<Record<keyof CartItemRecord | keyof OrderItemRecord, true>> = {
  available: true,
  brand: true,
  catalog_only: true,
  category: true,
  collection: true,
  created_at: true,
  depth: true,
  discount: true,
  discounts: true,
  height: true,
  id: true,
  identifier: true,
  images: true,
  is_variation: true,
  modifier: true,
  modifier_ids: true,
  name: true,
  net: true,
  order: true,
  price: true,
  pricing: true,
  product: true,
  quantity: true,
  requires_shipping: true,
  sale_price: true,
  sku: true,
  slug: true,
  status: true,
  stock_level: true,
  stock_status: true,
  tax: true,
  tax_band: true,
  tax_rate: true,
  title: true,
  to_ship: true,
  total: true,
  total_before_tax: true,
  totals: true,
  updated_at: true,
  weight: true,
  width: true,
};
/** `metadata` is to become a field of its own. */
const RESERVED = new Set<string>([...Object.keys(OWN), 'metadata']);

/**
 * The fields of an item beside those that the store knows, in the order of their names: an engraving, the text of a gift (carts.md 12).
 * Names that begin with `_` are the transport's, such as `_method`.
 * @param path before their names in errors @returns null: there are none @throws ValidationFailed
 */
export function furtherFields(sent: Readonly<Record<string, unknown>>, path: string): FurtherFields | null {
  const found: (readonly [string, string])[] = [];
  for (const [name, raw] of Object.entries(sent)) {
    if (RESERVED.has(name) || name.startsWith('_') || name in Object.prototype || isUnset(raw)) continue;
    if (!NAME.test(name))
      throw ValidationFailed.of(
        `${path}${name.slice(0, 64)}`,
        'must have a name of 1 to 64 letters, digits, _, . and -',
      );
    const value = parse(raw);
    if (value instanceof FieldProblem) throw ValidationFailed.of(`${path}${name}`, value.message);
    if (found.length === MOST)
      throw ValidationFailed.of(`${path}${name}`, `is one too many: an item has at most ${MOST} further fields`);
    found.push([name, value]);
  }
  return found.length === 0 ? null : Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The further fields of the record of a line. */
export function furtherIn(line: CartItemRecord): FurtherFields {
  const further = Object.entries(line).filter(([name]) => !Object.hasOwn(OWN, name));
  return Object.fromEntries(further);
}
