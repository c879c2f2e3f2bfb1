import { Group, Stack } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { region } from '../../shared/text/locale';
import { t, word } from '../../shared/text/text';
import { PageLink, Section } from '../../shared/ui/page';
import { Mark } from '../../shared/ui/values';
import { ORDER_STATUSES, orderTone } from '../../shared/ui/order-status';
import { orderCount } from './order-count';

/** How many orders are in each state. One request for each, of which the store needs no more than its count. */
export function OrdersByStatus(): ReactNode {
  const counts = useQueries({
    queries: ORDER_STATUSES.map((status) => orderCount({ status })),
  });
  return (
    <Section title={t('home.by-status')}>
      <Stack gap={6}>
        {ORDER_STATUSES.map((status, at) => {
          const total = counts[at]?.data?.pagination.total;
          return (
            <Group key={status} justify="space-between">
              <PageLink to="/orders" search={{ status }}>
                <Mark tone={orderTone(status)}>{word('order-status', status)}</Mark>
              </PageLink>
              <span>{total === undefined ? '…' : total.toLocaleString(region())}</span>
            </Group>
          );
        })}
      </Stack>
    </Section>
  );
}
