import { Button, Group, Pagination, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
import { t, word } from '../../shared/text/text';
import { useAddress } from '../../shared/ui/address';
import { ListFilters } from '../../shared/ui/list-filters';
import { type ListFilter } from '../../shared/ui/list-query';
import { ListTable } from '../../shared/ui/list-table';
import { Empty, Page as Frame, PageLink, Read } from '../../shared/ui/page';
import { MAX_PROMOTIONS, readingPromotions } from './all-promotions';
import { promotionColumns } from './promotion-columns';
import { type Promotion, PROMOTION_STATES } from './promotion-state';
import { useMoney } from '../../shared/api/use-money';

const ROWS = 25;

/** Every promotion by its state, with what it gave. */
export function Page(): ReactNode {
  const may = useMay();
  const promotions = useQuery(readingPromotions);
  return (
    <Frame
      title={t('promotions.title')}
      actions={
        <>
          {may('orders:read') && (
            <Button component={Link} to="/promotions/backtests" variant="default" size="sm">
              {t('backtest.list')}
            </Button>
          )}
          {may('promotions:write') && (
            <Button component={Link} to="/promotions/new" size="sm">
              {t('promotions.new')}
            </Button>
          )}
        </>
      }
    >
      <Read of={promotions} lines={10}>
        {(all) => (all.length === 0 ? <NoPromotions /> : <Promotions all={all} />)}
      </Read>
    </Frame>
  );
}

function NoPromotions(): ReactNode {
  const may = useMay();
  return (
    <Empty
      title={t('promotions.none')}
      next={may('promotions:write') && <PageLink to="/promotions/new">{t('promotions.new')}</PageLink>}
    />
  );
}

function filtersOf(all: readonly Promotion[]): readonly ListFilter[] {
  const count = (state: string): number => all.filter((it) => it.state === state).length;
  return [
    { name: 'title', label: t('promotions.find'), kind: 'words' },
    {
      name: 'state',
      label: t('promotions.state'),
      kind: 'choice',
      options: PROMOTION_STATES.map((value) => ({
        value,
        label: `${word('promotion-state', value)} (${count(value)})`,
      })),
    },
  ];
}

function Promotions({ all }: { readonly all: readonly Promotion[] }): ReactNode {
  const [address, change] = useAddress();
  const may = useMay();
  const money = useMoney();
  const { state, title } = address;
  const words = title?.toLowerCase() ?? '';
  const found = all.filter(
    (it) =>
      (state === undefined || it.state === state) && `${it.title} ${it.discount_code}`.toLowerCase().includes(words),
  );
  const pages = Math.max(1, Math.ceil(found.length / ROWS));
  const page = Math.min(Math.max(1, Math.trunc(Number(address['page'])) || 1), pages);
  return (
    <Stack gap="sm">
      <ListFilters filters={filtersOf(all)} />
      <Text size="sm" c="dimmed" role="status">
        {t('promotions.count', { count: found.length })}
        {all.length === MAX_PROMOTIONS && ` ${t('promotions.most', { count: MAX_PROMOTIONS })}`}
        {may('orders:read') && ` · ${t('promotions.list.help')}`}
      </Text>
      {found.length === 0 ? (
        <Empty title={t('list.nothing')} next={t('list.nothing.next')} />
      ) : (
        <ListTable
          columns={promotionColumns(money, may('orders:read'))}
          rows={found.slice((page - 1) * ROWS, page * ROWS)}
          sort={undefined}
          pageOf={({ id }) => `/promotions/${id}`}
          isOld={false}
        />
      )}
      {pages > 1 && (
        <Group>
          <Pagination
            total={pages}
            value={page}
            onChange={(to) => change({ page: to === 1 ? undefined : String(to) })}
            getItemProps={(to) => ({ 'aria-label': t('list.page', { page: to }) })}
            getControlProps={(control) => ({ 'aria-label': t(control === 'next' ? 'list.next' : 'list.previous') })}
            size="sm"
          />
        </Group>
      )}
    </Stack>
  );
}
