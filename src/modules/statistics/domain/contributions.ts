import { type Figures, FIGURES, isNone, minus, NONE, plus } from './figures';

/** Kinds of objects that are counted, by the words of their events. */
export const COUNTED = ['order', 'customer'] as const;
export type CountedObject = (typeof COUNTED)[number];

/** The contribution of one object to one day. */
export interface Contribution {
  readonly object: CountedObject;
  readonly objectId: string;
  readonly day: string;
  readonly figures: Figures;
}

/** An order, with amounts in its own currency. */
interface CountedOrder {
  readonly id: string;
  /** The day it was created. */
  readonly day: string;
  readonly cameToNothing: boolean;
  readonly total: bigint;
  readonly captured: bigint;
  readonly refunded: bigint;
  readonly inDefault: (amount: bigint) => bigint;
}

/** Money of an order that was captured and refunded on a day. */
interface Moved {
  readonly day: string;
  readonly captured: bigint;
  readonly refunded: bigint;
}

/**
 * Returns the contributions of an order: its count and total on the day it was created, money on the days it moved. Older
 * refunds without a row in the ledger count on the day of the order, so that the sum over all days equals the order's.
 */
export function ofOrder(order: CountedOrder, moves: readonly Moved[]): Contribution[] {
  const { day: placed } = order;
  const days = new Map<string, { captured: bigint; refunded: bigint }>();
  const add = (day: string, captured: bigint, refunded: bigint): void => {
    const sum = days.get(day) ?? { captured: 0n, refunded: 0n };
    days.set(day, { captured: sum.captured + captured, refunded: sum.refunded + refunded });
  };
  let [captured, refunded] = [order.captured, order.refunded];
  for (const move of moves) {
    add(move.day, move.captured, move.refunded);
    captured -= move.captured;
    refunded -= move.refunded;
  }
  add(placed, captured, refunded);
  return [...days].map(([day, money]) => {
    const own = day === placed ? itself(order) : NONE;
    const moved = { captured: order.inDefault(money.captured), refunded: order.inDefault(money.refunded) };
    return { object: 'order', objectId: order.id, day, figures: { ...own, ...moved } };
  });
}

function itself({ cameToNothing, total, inDefault }: CountedOrder): Figures {
  return cameToNothing ? { ...NONE, cancelled: 1n } : { ...NONE, orders: 1n, total: inDefault(total) };
}

/** Returns the contribution of a customer: one, on the day the record was created. */
export function ofCustomer({ id, day }: { readonly id: string; readonly day: string }): Contribution {
  return { object: 'customer', objectId: id, day, figures: { ...NONE, customers: 1n } };
}

/** Returns by how much each day changes when contributions take the place of others. */
export function changedDays(
  before: readonly Contribution[],
  after: readonly Contribution[],
): ReadonlyMap<string, Figures> {
  const days = new Map<string, Figures>();
  for (const { day, figures } of after) days.set(day, plus(days.get(day) ?? NONE, figures));
  for (const { day, figures } of before) days.set(day, minus(days.get(day) ?? NONE, figures));
  return new Map([...days].filter(([, figures]) => !isNone(figures)));
}

/** Returns the ids of the objects whose contributions differ, by kind. */
export function changedObjects(
  before: readonly Contribution[],
  after: readonly Contribution[],
): Record<CountedObject, string[]> {
  const [was, is] = [byObject(before), byObject(after)];
  const changed: Record<CountedObject, string[]> = { order: [], customer: [] };
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    if (was.get(key) === is.get(key)) continue;
    const [object = 'order', objectId = ''] = key.split(' ') as [CountedObject, string];
    changed[object].push(objectId);
  }
  return changed;
}

/** The contributions of each object as one text, the same for any order of the contributions. */
function byObject(contributions: readonly Contribution[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string[]>();
  for (const { object, objectId, day, figures } of contributions) {
    const key = `${object} ${objectId}`;
    const text = `${day} ${FIGURES.map((name) => figures[name]).join(' ')}`;
    texts.set(key, [...(texts.get(key) ?? []), text]);
  }
  return new Map([...texts].map(([key, days]) => [key, days.sort().join('\n')]));
}
