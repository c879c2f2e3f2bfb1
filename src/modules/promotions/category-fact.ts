import { type CartLine, type RelationFact } from './domain/cart-snapshot';

/**
 * What rules see as the category of a line: a rule on a category also matches what lies below it
 * (orders-that-stay-true.md 30).
 * @param path the category of the product and those above it, the nearest first
 */
export function categoryFact(path: readonly RelationFact[]): CartLine['category'] {
  return path.length > 1 ? path : path[0];
}
