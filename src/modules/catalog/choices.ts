import { type Choice, choice } from '../../platform/http/envelope';

/** Status of a brand, category or product: live ones are shown to customers (wire.md 7). */
export const PUBLICATION = { '0': 'Draft', '1': 'Live' } as const;
export type PublicationKey = keyof typeof PUBLICATION;

/** Answers to a yes-or-no question, by the keys they are sent with. */
export const YES_NO = { '0': 'No', '1': 'Yes' } as const;
export type YesNoKey = keyof typeof YES_NO;

/** Stock statuses of a product, by the keys of v1 (orders-and-payments.md 30). */
export const STOCK_STATUS = {
  '0': 'Unlimited',
  '1': 'In Stock',
  '2': 'Low Stock',
  '3': 'Out Of Stock',
  '4': 'More Stock Ordered',
  '5': 'Discontinued',
} as const;
export type StockStatusKey = keyof typeof STOCK_STATUS;

/** Returns whether a product is sold while its stock level lasts. */
export const isCounted = (status: StockStatusKey): boolean => status === '1' || status === '2' || status === '4';

/** Types of modifiers of a product (orders-and-payments.md 29). */
export const MODIFIER_TYPE = { variant: 'Variant', single: 'Single', input: 'Input' } as const;
export type ModifierType = keyof typeof MODIFIER_TYPE;

/** A Choice with the label of its stored key (wire.md 2). */
export function choiceOf<L extends Readonly<Record<string, string>>>(labels: L, key: keyof L & string): Choice {
  return choice<string>(key, labels[key] ?? key);
}
