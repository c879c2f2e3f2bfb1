import { Select, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ifMatch, queries, store } from '../../shared/api/store';
import { t, word } from '../../shared/text/text';
import { ConfirmButton } from '../../shared/ui/confirm';
import { type OrderStatus } from '../../shared/ui/order-status';
import { useChange } from '../../shared/ui/use-change';
import { authorizedOf, nameOf, type OfOrder, orderMoney } from './order';

/** Statuses that a person may choose; refunds change the status by themselves. */
const TARGETS: readonly OrderStatus[] = [
  'unpaid',
  'paid',
  'processing',
  'dispatched',
  'mismatch',
  'cancelled',
  'failed',
  'declined',
];

/** Moves an order to another status. Orders that have ended stay where they are. */
export function StatusChange({ order, tag }: OfOrder & { readonly tag: string | undefined }): ReactNode {
  const present = order.status.data.key;
  const targets = TARGETS.filter((status) => status !== present);
  const [target, setTarget] = useState<OrderStatus>();
  // Another person may have chosen the same in the meantime.
  const chosen = targets.find((status) => status === target);
  const change = useChange(async () => {
    try {
      return await store.PUT('/v1/orders/{order_id}', {
        params: { path: { order_id: order.id } },
        headers: ifMatch(tag),
        body: { ...(chosen && { status: chosen }) },
      });
    } catch (error) {
      // Another person may have been quicker: show what they did beside the error.
      await queries.invalidateQueries({ queryKey: ['/v1/orders', order.id] });
      throw error;
    }
  }, t('status.done'));
  const due = order.balance - (authorizedOf(order)?.amount ?? 0);
  if (present === 'refunded' || present === 'cancelled') return null;
  return (
    <ConfirmButton
      label={t('status.change')}
      isDangerous={chosen === 'cancelled'}
      isAnswered={chosen !== undefined}
      change={change}
      question={
        <Stack>
          <Select
            label={t('status.to', { name: nameOf(order), from: word('order-status', present) })}
            data={targets.map((value) => ({ value, label: word('order-status', value) }))}
            value={chosen ?? null}
            placeholder={t('status.choose')}
            allowDeselect={false}
            onChange={(value) => setTarget(targets.find((it) => it === value))}
          />
          {chosen === 'cancelled' && t('status.cancel-means')}
          {chosen === 'paid' && due > 0 && t('status.paid-means', { due: orderMoney(order, due) })}
        </Stack>
      }
    />
  );
}
