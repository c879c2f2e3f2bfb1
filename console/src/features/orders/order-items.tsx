import { Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';
import { LineTable } from '../../shared/ui/line-table';
import { Empty, Section } from '../../shared/ui/page';
import { Mark } from '../../shared/ui/values';
import { type OfOrder, orderMoney } from './order';
import { refundedWithoutItems, unitsOf } from './units';

const refundedText = (count: number): string | undefined => (count === 0 ? undefined : t('items.refunded', { count }));

/** The lines of an order with their discounts and tax. */
export function OrderItems({ order }: OfOrder): ReactNode {
  const { items = [] } = order;
  const units = new Map(unitsOf(order).map((one) => [one.sku, one]));
  const amount = refundedWithoutItems(order);
  return (
    <Section title={t('orders.items')}>
      {items.length === 0 ? (
        <Empty title={t('orders.no-items')} />
      ) : (
        <>
          <LineTable
            lines={items}
            money={(amount) => orderMoney(order, amount)}
            noteOf={({ sku }) => refundedText(units.get(sku)?.refunded ?? 0)}
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
