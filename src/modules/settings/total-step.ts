import { type Amount, amountText, parseAmount, smallestUnit } from '../../kernel/money';

/** The step of totals as the record of a currency has it. Missing in records from before there were steps. */
export interface KeptStep {
  readonly total_step?: number | null;
}

/** The step of totals that an order kept with its currency; null: the smallest unit. */
export function keptStep({ total_step: step }: KeptStep): Amount | null {
  return step === null || step === undefined ? null : parseAmount(String(step));
}

/** The totals of a currency, and the steps that a gateway takes. */
interface SteppedCurrency {
  readonly code: string;
  readonly totalStep: Amount | null;
}

/**
 * Returns what is wrong with a step for a gateway, with the field's name; undefined: every total can be paid with it.
 * @param taken least amount that the gateway takes of this currency: it takes multiples of it
 */
export function stepFault({ code, totalStep }: SteppedCurrency, gateway: string, taken: Amount): string | undefined {
  const step = totalStep ?? smallestUnit(code);
  if (step % taken === 0n) return undefined;
  return `total_step of ${code} must be a multiple of ${amountText(taken)}: ${gateway} takes no smaller amounts`;
}
