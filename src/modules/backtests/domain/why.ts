/** The discount of a promotion then and in the test. Amounts as decimal text; null: nothing. */
export interface PromotionChange {
  readonly id: string;
  readonly title: string;
  readonly then: string | null;
  readonly test: string | null;
  /** Why it takes nothing off, as one sentence; null: it does, or is not tested. */
  readonly message: string | null;
}

/** Promotions of which an order says why. */
const MOST_SAID = 10;

/** Why the discount of an order differs, in words. */
export function whyOf(changes: readonly PromotionChange[]): string {
  const said = changes.filter(({ then, test }) => then !== test).slice(0, MOST_SAID);
  return said.map(sentence).join(' ');
}

function sentence({ title, then, test, message }: PromotionChange): string {
  if (then === null) return `${title} takes off ${String(test)}.`;
  if (test !== null) return `${title} takes off ${test} in place of ${then}.`;
  return message === null
    ? `${title}, which took off ${then}, is not tested.`
    : `${title} took off ${then}: ${message}`;
}
