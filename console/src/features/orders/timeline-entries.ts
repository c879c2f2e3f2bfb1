import { type components } from '@storekeeper/client';
import { plainName } from '../../shared/format/plain-name';
import { t, word } from '../../shared/text/text';
import { refundWords } from '../../shared/ui/payment-words';
import { actorText } from './actor';
import { editTexts } from './edit-texts';
import { type Order, orderMoney, type Shipment, titleIn, type Transaction } from './order';

type Change = components['schemas']['OrderStatusChangeRecord'];
interface HappenedEvent {
  readonly id: string;
  readonly type: string;
  readonly occurred_at: string;
}

/** Something that happened to an order. */
export interface TimelineEntry {
  readonly key: string;
  /** As the API writes it. */
  readonly time: string;
  readonly text: string;
  /** Id of the event, if its deliveries can be shown. */
  readonly eventId?: string;
}

/**
 * Puts all that happened to an order into one list, the newest first. Of one second, a cause stands below its effect: a payment changes
 * the status, and the event tells of it.
 * @param history oldest first @param events oldest first
 */
export function timelineOf(
  order: Order,
  history: readonly Change[],
  events: readonly HappenedEvent[],
): TimelineEntry[] {
  const placed = history.find(({ before }) => before !== null)?.before ?? order;
  const created = t('timeline.created', { total: orderMoney(order, placed.total) });
  const entries: TimelineEntry[] = [
    { key: 'created', time: order.created_at, text: created },
    ...(order.payments ?? []).map((payment) => ofPayment(order, payment)),
    ...history.map((change) => ofChange(order, change)),
    ...(order.shipments ?? []).map(ofShipment),
    ...(order.notes ?? []).map(({ id, created_at, author, text }) => ({
      key: id,
      time: created_at,
      text: t('timeline.note', { who: actorText(author), text }),
    })),
    ...events.map(({ id, type, occurred_at }) => ({
      key: id,
      time: occurred_at,
      text: t('timeline.event', { what: word('order-event', type) }),
      eventId: id,
    })),
  ];
  return entries.reverse().sort((a, b) => b.time.localeCompare(a.time));
}

function ofChange(order: Order, change: Change): TimelineEntry {
  const { id, created_at, from, to, who } = change;
  const edits = editTexts(change, (amount) => orderMoney(order, amount));
  if (edits !== undefined) {
    const text = [t('timeline.edit', { who: actorText(who) }), ...edits].join(' · ');
    return { key: id, time: created_at, text };
  }
  const names = {
    from: word('order-status', from.data.key),
    to: word('order-status', to.data.key),
    who: actorText(who),
  };
  return { key: id, time: created_at, text: t('timeline.status', names) };
}

function ofPayment(order: Order, payment: Transaction): TimelineEntry {
  const { id, created_at, method, status, gateway } = payment;
  const values = {
    method: word('payment-method', method),
    amount: orderMoney(order, payment.amount),
    status: word('payment-status', status),
    gateway: plainName(gateway),
  };
  const text = [t('timeline.payment', values), ...refundWords(payment, titleIn(order))].join(' · ');
  return { key: id, time: created_at, text };
}

function ofShipment({ id, created_at, items, carrier }: Shipment): TimelineEntry {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return { key: id, time: created_at, text: t('timeline.shipment', { count, carrier: carrier ? `(${carrier})` : '' }) };
}
