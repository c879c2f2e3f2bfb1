import { Button } from '@mantine/core';
import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
import { fullName } from '../../shared/text/full-name';
import { t, word } from '../../shared/text/text';
import { useAddress } from '../../shared/ui/address';
import { breakable } from '../../shared/ui/breakable';
import { CustomerLink } from '../../shared/ui/customer-link';
import { orderTone } from '../../shared/ui/order-status';
import { PageLink, Section } from '../../shared/ui/page';
import { PostalAddress } from '../../shared/ui/postal-address';
import { Facts, Mark, Missing, Time } from '../../shared/ui/values';
import { ADDRESS_FORMS, type OrderAddress } from './address-panel';
import { type OfOrder, type Order } from './order';
import { OrderMoney } from './order-money';

/** Facts of an order, its money and its addresses. */
export function OrderSummary({ order }: OfOrder): ReactNode {
  const { status } = order;
  return (
    <div className="columns">
      <Section title={t('orders.summary')}>
        <Facts
          of={[
            [
              t('orders.status'),
              <Mark key="status" tone={orderTone(status.data.key)}>
                {word('order-status', status.data.key)}
              </Mark>,
            ],
            [t('orders.customer'), <Customer key="customer" order={order} />],
            [t('orders.created'), <Time key="created" value={order.created_at} exact />],
            [t('orders.updated'), <Time key="updated" value={order.updated_at} exact />],
            [t('orders.gateway'), order.gateway?.data.name],
            [t('orders.shipping'), order.shipping?.data.title],
            [t('orders.origin'), word('order-origin', order.origin.data.key)],
            ...(order.test ? [[t('orders.test'), t('orders.test.paid')] as const] : []),
            ...supersededFact(order),
            // Without a number it is the name of the order.
            ...(order.number === null ? [] : [[t('orders.id'), order.id] as const]),
          ]}
        />
      </Section>
      <OrderMoney order={order} />
      <Section title={t('orders.addresses')}>
        <Facts
          of={[
            [t('orders.bill-to'), <AddressOf key="bill" order={order} address="bill_to" />],
            [t('orders.ship-to'), <AddressOf key="ship" order={order} address="ship_to" />],
          ]}
        />
      </Section>
    </div>
  );
}

function AddressOf({ order, address }: OfOrder & { readonly address: OrderAddress }): ReactNode {
  const [, change] = useAddress();
  const mayWrite = useMay()('orders:write');
  const now = order[address];
  return (
    <>
      {now === null ? <Missing /> : <PostalAddress of={now.data} />}
      {mayWrite && (
        <div>
          <Button
            size="compact-sm"
            variant="default"
            mt={6}
            aria-label={t(ADDRESS_FORMS[address])}
            onClick={() => change({ do: address })}
          >
            {t('action.change')}
          </Button>
        </div>
      )}
    </>
  );
}

function supersededFact({ supersedes }: Order): (readonly [string, ReactNode])[] {
  if (supersedes === null) return [];
  return [
    [
      t('orders.supersedes'),
      <PageLink key="supersedes" to={`/orders/${supersedes}`}>
        {supersedes}
      </PageLink>,
    ],
  ];
}

function Customer({ order: { customer } }: OfOrder): ReactNode {
  if (customer === null) return t('orders.no-customer');
  return (
    <>
      <CustomerLink id={customer.data.id} name={fullName(customer.data)} />
      <br />
      {breakable(customer.data.email)}
    </>
  );
}
