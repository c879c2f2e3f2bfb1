import { Stack, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
import { t, word } from '../../shared/text/text';
import { Empty, PageLink, Section } from '../../shared/ui/page';
import { type OfOrder, type Order, orderMoney } from './order';

type Discount = NonNullable<Order['discounts']>[number];

/** The promotions that applied at checkout, each with the reason. */
export function OrderPromotions({ order }: OfOrder): ReactNode {
  const { discounts = [] } = order;
  const mayRead = useMay()('promotions:read');
  return (
    <Section title={t('orders.promotions')}>
      {discounts.length === 0 ? (
        <Empty title={t('orders.no-promotions')} />
      ) : (
        <Stack gap="sm">
          {discounts.map((discount) => (
            <AppliedPromotion key={discount.promotion} order={order} discount={discount} />
          ))}
          {mayRead && (
            <Text size="xs" c="dimmed">
              {t('orders.promotions.help')}
            </Text>
          )}
        </Stack>
      )}
    </Section>
  );
}

function AppliedPromotion({ order, discount }: OfOrder & { readonly discount: Discount }): ReactNode {
  const mayRead = useMay()('promotions:read');
  const { promotion, title, action, discount_code: code, lines } = discount;
  const reasons = [
    word('promotion-action', action),
    code === null || code === '' ? t('orders.by-itself') : t('orders.by-code', { code }),
    ...lines.map(({ sku, amount }) => `${sku} ${orderMoney(order, -amount)}`),
    ...(discount.shipping_discount > 0
      ? [t('orders.shipping-off', { amount: orderMoney(order, -discount.shipping_discount) })]
      : []),
  ];
  return (
    <div>
      {mayRead ? <PageLink to={`/promotions/${promotion}`}>{title}</PageLink> : title}{' '}
      <b>{orderMoney(order, -(discount.discount + discount.shipping_discount))}</b>
      <Text size="sm" c="dimmed">
        {reasons.join(' · ')}
      </Text>
    </div>
  );
}
