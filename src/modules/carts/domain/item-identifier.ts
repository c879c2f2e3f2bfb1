import { createHash, randomBytes } from 'node:crypto';

/** The identifier of a product's line: one line a product, so that adding it again finds it (carts.md 3). */
export function productIdentifier(productId: string): string {
  return createHash('sha256').update(`product:${productId}`).digest('hex').slice(0, 32);
}

/** An identifier for a new custom item. */
export function customIdentifier(): string {
  return randomBytes(16).toString('hex');
}
