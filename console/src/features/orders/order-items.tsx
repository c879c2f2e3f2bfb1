import { Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';
import { furtherOf, LineTable } from '../../shared/ui/line-table';
import { Empty, Section } from '../../shared/ui/page';
import { Mark } from '../../shared/ui/values';
import { type OfOrder, orderMoney } from './order';
import { type LineUnits, refundedWithoutItems, unitsOf } from './units';

/** The refunded units of a line, and how many are left to ship once some were shipped or refunded. */
function noteOf({ sold, refunded, toShip }: LineUnits, waits: boolean): string | undefined {
  const notes = [
    ...(refunded > 0 ? [t('items.refunded', { count: refunded })] : []),
    ...(waits && toShip > 0 && toShip < sold ? [t('items.to-ship', { count: toShip })] : []),
  ];
  return notes.length === 0 ? undefined : notes.join(', ');
}

/** The lines of an order with their discounts and tax. */
export function OrderItems({ order }: OfOrder): ReactNode {
  const { items = [], shipments = [] } = order;
  const units = new Map(unitsOf(order).map((one) => [one.sku, one]));
  const amount = refundedWithoutItems(order);
  // One that was dispatched without parcels has none that say what is left.
  const waits = shipments.length > 0 || ['paid', 'processing'].includes(order.status.data.key);
  return (
    <Section title={t('orders.items')}>
      {items.length === 0 ? (
        <Empty title={t('orders.no-items')} />
      ) : (
        <>
          <LineTable
            lines={items.map((item) => ({ ...item, further: furtherOf(item) }))}
            money={(amount) => orderMoney(order, amount)}
            noteOf={({ sku }) => {
              const line = units.get(sku);
              return line && noteOf(line, waits);
            }}
          />
          {amount > 0 && (
            <Text size="sm" mt="xs">
              <Mark tone="warning">{t('items.refunded-without', { amount: orderMoney(order, amount) })}</Mark>
            </Text>
          )}
        </>
      )}
    </Section>
  );
}
