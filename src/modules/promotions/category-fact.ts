import { type CartLine, type RelationFact } from './domain/cart-snapshot';

/**
 * Returns the category fact of a line. A rule on a category also matches the categories below it
 * (orders-and-payments.md 30).
 * @param path the category of the product and those above it, the nearest first
 */
export function categoryFact(path: readonly RelationFact[]): CartLine['category'] {
  return path.length > 1 ? path : path[0];
}
