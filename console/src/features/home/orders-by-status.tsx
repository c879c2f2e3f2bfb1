import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { region } from '../../shared/text/locale';
import { t, word } from '../../shared/text/text';
import { ORDER_STATUSES, orderTone } from '../../shared/ui/order-status';
import { PageLink, Read, Section } from '../../shared/ui/page';
import { Mark } from '../../shared/ui/values';
import { orderCounts } from './order-counts';

/** Shows the number of orders in each state. */
export function OrdersByStatus(): ReactNode {
  const counts = useQuery(orderCounts);
  return (
    <Section title={t('home.by-status')}>
      <Read of={counts} lines={ORDER_STATUSES.length}>
        {({ result: { statuses } }) => (
          <Stack gap={6}>
            {ORDER_STATUSES.map((status) => (
              <Group key={status} justify="space-between">
                <PageLink to="/orders" search={{ status }}>
                  <Mark tone={orderTone(status)}>{word('order-status', status)}</Mark>
                </PageLink>
                <span>{statuses[status].toLocaleString(region())}</span>
              </Group>
            ))}
          </Stack>
        )}
      </Read>
    </Section>
  );
}
