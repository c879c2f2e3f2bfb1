import { type RefundedUnits, type ReturnedUnits } from '../../orders/charged-parts';
import { type Amount } from '../../../kernel/money';
import { hasTaken, leftOfAll, type LedgerEntry } from './order-payments';
import { isOpen, methodOf } from './payment-state';
import { type RefundedLine } from './refund-amounts';

/** The money of an order. */
export interface PricedOrder {
  readonly total: Amount;
  /** Due; below 0 it is owed back. */
  readonly balance: Amount;
  /** Part of the refunds that is not to be paid again. */
  readonly credit: Amount;
  /** Money that came and was not given back, with that of a payment whose row is not written yet, and of refunds whose outcome is open. */
  readonly kept: Amount;
}

/**
 * Returns the units that refunds gave back, by sku. Refunds whose outcome is open count. Once all money went back, all units are refunded:
 * until the order is due or paid again (orders-and-payments.md 35).
 * @param live the payments of the order that count, oldest first @param sold units of each sku
 */
export function refundedUnits(
  live: readonly LedgerEntry[],
  sold: ReadonlyMap<string, number>,
  order: PricedOrder,
): ReturnedUnits {
  const refunds = live.filter((entry) => methodOf(entry) === 'refund');
  const restocking = refunds.filter(({ restock }) => restock === true);
  const isDue = order.balance > 0n;
  const isAllRestocked = !isDue && refunds.some((entry) => isOfAll(entry) && stands(entry, live, order));
  const isAll = isAllRestocked || (!isDue && refunds.some(isWithoutItems) && isPaidBack(live, order));
  return {
    refunded: isAll ? allOf(sold) : unitsOf(refunds),
    restocked: isAllRestocked ? without(allOf(sold), unitsNotRestocked(live)) : unitsOf(restocking),
  };
}

/** Returns the units of refunds by items without `restock`. A later refund of all that is left does not give them back to the stock either. */
export function unitsNotRestocked(live: readonly LedgerEntry[]): ReadonlyMap<string, number> {
  const found = unitsOf(live.filter((entry) => methodOf(entry) === 'refund' && entry.restock !== true));
  return new Map([...found].map(([sku, { units }]) => [sku, units]));
}

/**
 * Whether a refund of all that was left still stands: the order was not paid again. A payment that the provider reports late is older than
 * the refund, so the sums decide as well.
 */
function stands(refund: LedgerEntry, live: readonly LedgerEntry[], order: PricedOrder): boolean {
  return !isPaidInFull(live, order) && !live.slice(live.indexOf(refund) + 1).some(hasTaken);
}

/**
 * Whether the money that stays pays for all that the order has. Credit of a refund of all that was left pays for nothing. What is owed back
 * does not stay, nor does what refunds with an open outcome may give back: the same money.
 */
function isPaidInFull(live: readonly LedgerEntry[], { total, balance, credit, kept }: PricedOrder): boolean {
  const refunds = live.filter((entry) => methodOf(entry) === 'refund');
  const given = sumOf(refunds.filter((entry) => !isOfAll(entry)));
  const paid = kept + lower(balance, -sumOf(refunds.filter(isOpen)));
  return paid > 0n && paid >= total - lower(credit, given);
}

/** Whether an order that costs something was given back. Goods that an edit made free were not refunded. */
function isPaidBack(live: readonly LedgerEntry[], order: PricedOrder): boolean {
  return order.total > 0n && isAllBack(live, order);
}

/** Whether all money was given back. What came back from a refund that failed counts while it is owed. */
function isAllBack(live: readonly LedgerEntry[], { balance }: PricedOrder): boolean {
  const failed = sumOf(live.filter((entry) => methodOf(entry) === 'reversal'));
  return leftOfAll(live) <= lower(failed, -balance);
}

const sumOf = (entries: readonly LedgerEntry[]): Amount => entries.reduce((sum, { amount }) => sum + amount, 0n);

const lower = (one: Amount, other: Amount): Amount => (one < other ? one : other);

const isWithoutItems = ({ lines }: LedgerEntry): boolean => lines === null;
/** Only a refund of all that is left restocks without naming items. */
const isOfAll = (refund: LedgerEntry): boolean => refund.restock === true && isWithoutItems(refund);

function allOf(sold: ReadonlyMap<string, number>): ReadonlyMap<string, RefundedUnits> {
  return new Map([...sold].map(([sku, units]) => [sku, { units, unshipped: units }]));
}

function without(
  all: ReadonlyMap<string, RefundedUnits>,
  some: ReadonlyMap<string, number>,
): ReadonlyMap<string, RefundedUnits> {
  return new Map(
    [...all].map(([sku, { units }]) => {
      const left = Math.max(0, units - (some.get(sku) ?? 0));
      return [sku, { units: left, unshipped: left }];
    }),
  );
}

function unitsOf(refunds: readonly LedgerEntry[]): ReadonlyMap<string, RefundedUnits> {
  const found = new Map<string, RefundedUnits>();
  for (const { sku, quantity, unshipped = quantity } of refunds.flatMap(({ lines }) => lines ?? [])) {
    const { units, unshipped: before } = found.get(sku) ?? { units: 0, unshipped: 0 };
    found.set(sku, { units: units + quantity, unshipped: before + unshipped });
  }
  return found;
}

/**
 * Returns the refunds that a removed shipment changes, with their new lines: the units that they count as shipped are at most those that are
 * shipped now.
 * @param live the payments of the order that count @param shipped units of each sku
 */
export function unsentUnits<E extends LedgerEntry>(
  live: readonly E[],
  shipped: ReadonlyMap<string, number>,
): { readonly refund: E; readonly lines: readonly RefundedLine[] }[] {
  const left = new Map(shipped);
  return live.flatMap((refund) => {
    const lines = (refund.lines ?? []).map((line) => {
      const sent = line.quantity - (line.unshipped ?? line.quantity);
      const stays = Math.min(sent, left.get(line.sku) ?? 0);
      left.set(line.sku, (left.get(line.sku) ?? 0) - stays);
      return stays === sent ? line : { ...line, unshipped: line.quantity - stays };
    });
    return lines.some((line, i) => line !== refund.lines?.[i]) ? [{ refund, lines }] : [];
  });
}
