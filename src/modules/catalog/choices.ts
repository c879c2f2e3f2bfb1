import { type Choice, choice } from '../../platform/http/envelope';

/** Status of a brand, category or product: live ones are shown to customers (wire.md 7). */
export const PUBLICATION = { '0': 'Draft', '1': 'Live' } as const;
export type PublicationKey = keyof typeof PUBLICATION;

/** Answers to a yes-or-no question, by the keys they are sent with. */
export const YES_NO = { '0': 'No', '1': 'Yes' } as const;
export type YesNoKey = keyof typeof YES_NO;

/**
 * How the stock of a product limits its sale. The keys are those of v1; its keys 2 (low) and 4 (more ordered) are left
 * out, because they say nothing about what may be sold that the level of a limited product does not say itself.
 */
export const STOCK_STATUS = { '0': 'Unlimited', '1': 'In Stock', '3': 'Out Of Stock', '5': 'Discontinued' } as const;
export type StockStatusKey = keyof typeof STOCK_STATUS;

/** A Choice with the label of its stored key (wire.md 2). */
export function choiceOf<L extends Readonly<Record<string, string>>>(labels: L, key: keyof L & string): Choice {
  return choice<string>(key, labels[key] ?? key);
}
