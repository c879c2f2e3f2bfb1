import { type Amount, amountText } from '../../../kernel/money';
import { type Moved } from '../payment-gateway.port';
import { isCharge, methodOf, type PaymentProblem, type PaymentState, type TransactionMethod } from './payment-state';

/** The money of an attempt as it is booked. */
export interface Booked {
  readonly amount: Amount;
  /** Whether it is only held. */
  readonly isHeld: boolean;
  /** Sentence for people on what differs from what was asked; null: nothing does. */
  readonly difference: string | null;
}

/** An attempt whose provider answered. */
interface Asked {
  readonly amount: Amount;
  readonly method: TransactionMethod | null;
  readonly state: PaymentState;
}

/**
 * Compares what a provider says it took, holds or gave back with what was asked. What it says is booked (orders-and-payments.md 11).
 * The ledger is in the order's currency: of money in another nothing is booked, but an authorization, which can still be voided.
 */
export function bookedOf(asked: Asked, currency: string, moved: Moved | undefined): Booked {
  const isHeld = methodOf(asked) === 'authorize';
  const wanted = { amount: asked.amount, currency, isHeld };
  const { amount, ...told } = saidOf(asked, moved ?? wanted);
  const isOther = told.currency !== currency;
  const isSame = !isOther && amount === wanted.amount && told.isHeld === isHeld;
  if (isSame) return { amount, isHeld, difference: null };
  const kept = told.isHeld && (isOther || amount === 0n) ? wanted.amount : amount;
  const difference = `asked for ${words(wanted)}, the provider says ${words({ amount, ...told })}`;
  return { amount: isOther && !told.isHeld ? 0n : kept, isHeld: told.isHeld, difference };
}

/** The fields of a payment that tell how its money differs from what was asked. */
export function toldBy({ difference }: Booked): {
  readonly error: string | null;
  readonly problem: PaymentProblem | null;
} {
  return { error: difference, problem: difference === null ? null : 'mismatch' };
}

/** A capture or a refund holds nothing. */
function saidOf(asked: Asked, moved: Moved): Moved {
  return isCharge(methodOf(asked)) ? moved : { ...moved, isHeld: false };
}

function words({ amount, currency, isHeld }: Moved): string {
  return `${amountText(amount)} ${currency}${isHeld ? ', authorized' : ''}`;
}
