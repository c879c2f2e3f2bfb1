import { createHash, randomBytes } from 'node:crypto';

/**
 * The identifier of a product's line: one line a product and choice of its modifiers, so that adding it again finds it
 * (carts.md 3, orders-and-payments.md 29).
 * @param choices by modifier id @param further fields of the line, in the order of their names
 */
export function productIdentifier(
  productId: string,
  choices: Readonly<Record<string, string>> = {},
  further: Readonly<Record<string, string>> | null = null,
): string {
  const chosen = Object.entries(choices).sort(([a], [b]) => (a < b ? -1 : 1));
  const isPlain = chosen.length === 0 && further === null;
  const parts = [...(isPlain ? [] : [JSON.stringify(chosen)]), ...(further === null ? [] : [JSON.stringify(further)])];
  const key = [`product:${productId}`, ...parts].join(':');
  return createHash('sha256').update(key).digest('hex').slice(0, 32);
}

/** An identifier for a new custom item. */
export function customIdentifier(): string {
  return randomBytes(16).toString('hex');
}
