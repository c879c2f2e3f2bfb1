import { type Amount, parseAmount } from '../../../kernel/money';
import { isCharge, isOpen, methodOf, type PaymentState, type TransactionMethod } from './payment-state';
import { type RefundedLine } from './refund-amounts';

/** A payment as its order sees it. */
export interface LedgerEntry {
  readonly id: string;
  readonly method: TransactionMethod | null;
  readonly state: PaymentState;
  readonly amount: Amount;
  readonly captured: Amount | null;
  readonly refunded: Amount;
  readonly chargeId: string | null;
  readonly lines: readonly RefundedLine[] | null;
  readonly shipping: boolean | null;
  readonly restock: boolean | null;
  readonly tax: Amount | null;
}

/** Returns whether a charge, capture or void waits for its outcome. Refunds may run beside each other. */
export function isUnderWay(entries: readonly LedgerEntry[]): boolean {
  return entries.some((entry) => isOpen(entry) && methodOf(entry) !== 'refund');
}

/** Returns whether a charge holds money. */
export function isAuthorized(entries: readonly LedgerEntry[]): boolean {
  return entries.some(({ state }) => state === 'authorized');
}

/** Returns whether an order has a payment that holds or took money, or may. */
export function hasMoney(entries: readonly LedgerEntry[]): boolean {
  return entries.some((entry) => {
    if (!isCharge(methodOf(entry))) return isOpen(entry);
    return isOpen(entry) || entry.state === 'authorized' || leftOf(entry, []) > 0n;
  });
}

/** Returns the amount of a charge that can still be refunded. Refunds whose outcome is open count as made. */
function leftOf(charge: LedgerEntry, entries: readonly LedgerEntry[]): Amount {
  const taken = charge.captured ?? (charge.state === 'captured' ? charge.amount : 0n);
  const open = entries.filter((entry) => entry.chargeId === charge.id && methodOf(entry) === 'refund' && isOpen(entry));
  return taken - charge.refunded - open.reduce((sum, { amount }) => sum + amount, 0n);
}

/** The sums of an order from before orders kept their own (orders-and-payments.md 9). Undefined: it has its sums. */
export function sumsToAdopt(
  { captured }: { readonly captured: Amount },
  entries: readonly LedgerEntry[],
): { readonly captured: Amount; readonly refunded: Amount } | undefined {
  if (captured !== 0n) return undefined;
  const charges = entries.filter(({ method, state }) => method === null && state === 'captured');
  const taken = charges.reduce((sum, charge) => sum + (charge.captured ?? charge.amount), 0n);
  if (taken === 0n) return undefined;
  return { captured: taken, refunded: charges.reduce((sum, charge) => sum + charge.refunded, 0n) };
}

/** The part of a refund that one charge gives back. */
export interface RefundPart<E> {
  readonly charge: E;
  readonly amount: Amount;
}

/**
 * Spreads a refund over the charges of an order, the newest first.
 * @returns undefined when so much is not left
 */
export function spreadRefund<E extends LedgerEntry>(
  entries: readonly E[],
  amount: Amount,
): RefundPart<E>[] | undefined {
  const parts: RefundPart<E>[] = [];
  let rest = amount;
  for (const charge of [...entries].reverse()) {
    if (charge.state !== 'captured' || rest === 0n) continue;
    const left = leftOf(charge, entries);
    const part = left < rest ? left : rest;
    if (part > 0n) parts.push({ charge, amount: part });
    rest -= part > 0n ? part : 0n;
  }
  return rest === 0n ? parts : undefined;
}

/** Returns the amount of all charges of an order that can still be refunded. */
export function leftOfAll(entries: readonly LedgerEntry[]): Amount {
  return entries.filter(({ state }) => state === 'captured').reduce((sum, charge) => sum + leftOf(charge, entries), 0n);
}

/** Units and money that refunds gave back of a line, those whose outcome is open included. */
export function returnedOf(entries: readonly LedgerEntry[], sku: string): { units: number; lines: RefundedLine[] } {
  const lines = entries.flatMap((entry) => entry.lines?.filter((line) => line.sku === sku) ?? []);
  return { units: returnedUnits(entries).get(sku) ?? 0, lines };
}

/** Units that refunds gave back, by sku; those whose outcome is open included. */
export function returnedUnits(entries: readonly LedgerEntry[]): ReadonlyMap<string, number> {
  const units = new Map<string, number>();
  for (const { sku, quantity } of entries.flatMap(({ lines }) => lines ?? [])) {
    units.set(sku, (units.get(sku) ?? 0) + quantity);
  }
  return units;
}

/** Returns what the units and the shipping of refunds are worth, those whose outcome is open included. @param shipping of the order */
export function returnedWorth(entries: readonly LedgerEntry[], shipping: Amount): Amount {
  const lines = entries.flatMap((entry) => entry.lines ?? []);
  const worth = lines.reduce((sum, { amount }) => sum + parseAmount(amount), 0n);
  return isShippingReturned(entries) ? worth + shipping : worth;
}

/** Returns the tax that refunds gave back, those whose outcome is open included; undefined when it is not known of each. */
export function returnedTax(entries: readonly LedgerEntry[]): Amount | undefined {
  const reversed = new Set(entries.filter((entry) => methodOf(entry) === 'reversal').map(({ chargeId }) => chargeId));
  const refunds = entries.filter((entry) => methodOf(entry) === 'refund' && !reversed.has(entry.id));
  if (refunds.some(({ tax }) => tax === null)) return undefined;
  return refunds.reduce((sum, { tax }) => sum + (tax ?? 0n), 0n);
}

/** Returns the tax in the captured amount of an order; undefined when it is not known of each charge. */
export function capturedTax(entries: readonly LedgerEntry[], captured: Amount): Amount | undefined {
  const taken = entries.filter(hasTaken);
  // Older versions wrote no row for a capture.
  const isWhole = taken.reduce((sum, { amount }) => sum + amount, 0n) === captured;
  if (!isWhole || taken.some(({ tax }) => tax === null)) return undefined;
  return taken.reduce((sum, { tax }) => sum + (tax ?? 0n), 0n);
}

/** Whether a purchase, a capture or what the shop recorded took money. */
export function hasTaken(entry: LedgerEntry): boolean {
  const method = methodOf(entry);
  if (method === 'capture') return entry.state === 'succeeded';
  return (method === 'purchase' || method === 'recorded') && entry.state === 'captured';
}

/** Returns whether a refund gave the price of shipping back, or is about to. */
export function isShippingReturned(entries: readonly LedgerEntry[]): boolean {
  return entries.some(({ shipping }) => shipping === true);
}
