import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
import { reading, store } from '../../shared/api/store';
import { moneyText } from '../../shared/format/money';
import { t } from '../../shared/text/text';
import { useParameter } from '../../shared/ui/address';
import { CustomerLink } from '../../shared/ui/customer-link';
import { LineTable } from '../../shared/ui/line-table';
import { Empty, Page as Frame, PageLink, Read, Section } from '../../shared/ui/page';
import { PromotionVerdicts } from '../../shared/ui/promotion-verdicts';
import { Facts, Mark, Time } from '../../shared/ui/values';
import { type Cart, cartLines } from './cart';

const readingCart = (id: string) =>
  reading(['/v1/carts', id], (signal) =>
    store.GET('/v1/carts/{cart_id}', { params: { path: { cart_id: id } }, signal }),
  );

/** Lists alone say which order a cart became. */
const readingOrder = (id: string) =>
  reading(['/v1/carts', id, 'order'], (signal) =>
    store.GET('/v1/carts', { params: { query: { id, limit: 1 } }, signal }),
  );

/** One cart: its lines, its totals, and which promotions apply. */
export function Page(): ReactNode {
  const id = useParameter('cartId');
  const cart = useQuery(readingCart(id));
  return (
    <Frame
      title={t('carts.named', { id })}
      under={{ title: t('carts.title'), path: '/carts' }}
      actions={cart.data && cart.data.result.total_items > 0 && <PreviewButton id={id} />}
    >
      <CheckedOut id={id} />
      <Read of={cart} lines={12}>
        {({ result: it }) =>
          it.total_items === 0 ? (
            <Empty title={t('carts.lines.none')} next={t('carts.lines.none.next')} />
          ) : (
            <Contents cart={it} />
          )
        }
      </Read>
    </Frame>
  );
}

/** Says that the cart became an order, which keeps what was paid. */
function CheckedOut({ id }: { readonly id: string }): ReactNode {
  const carts = useQuery(readingOrder(id));
  const may = useMay();
  const order = carts.data?.result[0]?.order;
  if (typeof order !== 'string') return null;
  return (
    <Group gap="sm" role="note">
      <Mark tone="plain">{t('carts.done')}</Mark>
      {may('orders:read') && <PageLink to={`/orders/${order}`}>{t('carts.to-order')}</PageLink>}
      <Text size="sm">{t('carts.done.help')}</Text>
    </Group>
  );
}

/** Leads to the editor of promotions, with this cart in its preview. */
function PreviewButton({ id }: { readonly id: string }): ReactNode {
  const may = useMay();
  if (!may('promotions:write')) return null;
  return (
    <Button component={Link} to="/promotions/new" search={{ cart: id } as never} variant="default" size="sm">
      {t('carts.preview')}
    </Button>
  );
}

function Contents({ cart }: { readonly cart: Cart }): ReactNode {
  const money = (amount: number): string => moneyText(amount, cart.currency);
  const mayReadProducts = useMay()('products:read');
  return (
    <>
      <div className="columns">
        <Summary cart={cart} />
        <Totals cart={cart} money={money} />
      </div>
      <Section title={t('carts.lines')}>
        <LineTable
          lines={cartLines(cart)}
          money={money}
          pageOf={({ product }) => (product !== null && mayReadProducts ? `/catalog/products/${product}` : undefined)}
        />
      </Section>
      <Promotions cart={cart} money={money} />
    </>
  );
}

function Summary({ cart }: { readonly cart: Cart }): ReactNode {
  const { customer } = cart;
  return (
    <Section title={t('carts.summary')}>
      <Facts
        of={[
          [t('carts.changed'), <Time key="changed" value={cart.updated_at} exact />],
          [t('carts.created'), <Time key="created" value={cart.created_at} exact />],
          [t('carts.customer'), customer && <CustomerLink key="customer" id={customer} name={customer} />],
          [t('carts.code'), cart.discount_code],
          [t('carts.currency'), cart.currency.code],
        ]}
      />
    </Section>
  );
}

interface PricedCart {
  readonly cart: Cart;
  readonly money: (amount: number) => string;
}

function Totals({ cart: { total_items, totals }, money }: PricedCart): ReactNode {
  const { pre_discount: before, post_discount: after } = totals;
  return (
    <Section title={t('carts.totals')}>
      <Facts
        of={[
          [t('carts.units'), total_items],
          [t('carts.before'), before.formatted.with_tax],
          [t('carts.discount'), money(after.rounded.with_tax - before.rounded.with_tax)],
          [t('carts.tax'), after.formatted.tax],
          ...(after.raw.rounding === 0 ? [] : [[t('orders.rounding'), after.formatted.rounding] as const]),
          [t('carts.total'), <b key="total">{after.formatted.with_tax}</b>],
        ]}
      />
      <Text size="sm" c="dimmed" mt="xs">
        {t('carts.totals.help')}
      </Text>
    </Section>
  );
}

function Promotions({ cart: { id, promotions }, money }: PricedCart): ReactNode {
  const may = useMay();
  const { applied, rejected } = promotions;
  return (
    <Section title={t('carts.promotions')}>
      {applied.length + rejected.length === 0 ? (
        <Empty title={t('carts.no-promotions')} next={t('carts.no-promotions.next')} />
      ) : (
        <PromotionVerdicts
          of={promotions}
          money={money}
          {...(may('promotions:read')
            ? { pageOf: (promotion: string) => ({ to: `/promotions/${promotion}`, search: { cart: id } }) }
            : {})}
        />
      )}
    </Section>
  );
}
