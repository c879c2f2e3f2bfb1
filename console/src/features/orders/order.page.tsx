import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { useMay } from '../../shared/api/session';
import { type Versioned } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { useAddress, useParameter } from '../../shared/ui/address';
import { Page as Frame, Read } from '../../shared/ui/page';
import { ShownForm } from '../../shared/ui/shown-form';
import { AddressPanel, orderAddressOf } from './address-panel';
import { EditPanel } from './edit-panel';
import { Notes } from './notes';
import { isRefundable, nameOf, type Order, readingOrder, whyNotEditable } from './order';
import { OrderItems } from './order-items';
import { OrderPayments } from './order-payments';
import { OrderPromotions } from './order-promotions';
import { OrderSummary } from './order-summary';
import { RefundPanel } from './refund-panel';
import { Shipments } from './shipments';
import { StatusChange } from './status-change';
import { Timeline } from './timeline';

const LIST = { title: t('orders.title'), path: '/orders' };
const SHOWN_BY = ['do'] as const;

/** One order. */
export function Page(): ReactNode {
  const orderId = useParameter('orderId');
  const order = useQuery(readingOrder(orderId));
  if (order.data !== undefined) return <OrderPage {...order.data} />;
  return (
    <Frame title={t('orders.one')} under={LIST}>
      <Read of={order} lines={12}>
        {() => null}
      </Read>
    </Frame>
  );
}

function OrderPage({ record: order, tag }: Versioned<Order>): ReactNode {
  const [, change] = useAddress();
  const mayWrite = useMay()('orders:write');
  const whyNot = whyNotEditable(order);
  return (
    <Frame
      title={t('orders.named', { name: nameOf(order) })}
      under={LIST}
      actions={
        mayWrite && (
          <>
            {isRefundable(order) && <Button onClick={() => change({ do: 'refund' })}>{t('refund.title')}</Button>}
            <Button
              variant="default"
              disabled={whyNot !== undefined}
              {...(whyNot === undefined ? {} : { 'aria-describedby': 'why-not-edit' })}
              onClick={() => change({ do: 'edit' })}
            >
              {t('edit.title')}
            </Button>
            <StatusChange order={order} tag={tag} />
          </>
        )
      }
    >
      {mayWrite && whyNot !== undefined && (
        <Text size="sm" c="dimmed" id="why-not-edit">
          {whyNot}
        </Text>
      )}
      <ShownForm by={SHOWN_BY}>
        {(shown, close) => {
          const changed = orderAddressOf(shown);
          return (
            <>
              {mayWrite && shown === 'refund' && isRefundable(order) && <RefundPanel order={order} close={close} />}
              {mayWrite && shown === 'edit' && whyNot === undefined && <EditPanel order={order} close={close} />}
              <OrderSummary order={order} />
              {mayWrite && changed !== undefined && (
                <AddressPanel key={changed} of={{ record: order, tag }} address={changed} close={close} />
              )}
            </>
          );
        }}
      </ShownForm>
      <OrderItems order={order} />
      <div className="columns">
        <OrderPromotions order={order} />
        <OrderPayments order={order} />
      </div>
      <div className="columns">
        <Shipments order={order} />
        <Notes order={order} />
      </div>
      <Timeline order={order} />
    </Frame>
  );
}
