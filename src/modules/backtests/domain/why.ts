import { type Amount, amountText, formatAmount, type MoneyFormat } from '../../../kernel/money';

/** The discount of a promotion then and in the test, in the default currency; null: nothing. */
export interface PromotionChange {
  readonly id: string;
  readonly title: string;
  readonly then: Amount | null;
  readonly test: Amount | null;
  /** Why it takes nothing off, as one sentence; null: it does, or is not tested. */
  readonly message: string | null;
}

/** Promotions of which an order says why. */
const MOST_SAID = 10;

/**
 * Why the discount of an order differs, in words.
 * @param currency the default one, with its format; null: amounts are written as numbers
 */
export function whyOf(changes: readonly PromotionChange[], currency: MoneyFormat | null): string {
  const money = (amount: Amount): string => (currency === null ? amountText(amount) : formatAmount(amount, currency));
  const said = changes.filter(({ then, test }) => then !== test).slice(0, MOST_SAID);
  return said.map((change) => sentence(change, money)).join(' ');
}

function sentence({ title, then, test, message }: PromotionChange, money: (amount: Amount) => string): string {
  if (then === null) return `${title} takes off ${money(test ?? 0n)}.`;
  if (test !== null) return `${title} takes off ${money(test)} in place of ${money(then)}.`;
  return message === null
    ? `${title}, which took off ${money(then)}, is not tested.`
    : `${title} took off ${money(then)}: ${message}`;
}
