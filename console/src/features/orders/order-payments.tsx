import { Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../shared/api/session';
import { store } from '../../shared/api/store';
import { shownDecimal, typedNumber } from '../../shared/format/decimal';
import { plainName } from '../../shared/format/plain-name';
import { t, word } from '../../shared/text/text';
import { ConfirmButton } from '../../shared/ui/confirm';
import { DecimalInput } from '../../shared/ui/decimal-input';
import { Empty, Section } from '../../shared/ui/page';
import { PaymentMarks } from '../../shared/ui/payment-marks';
import { refundWords, signedAmount } from '../../shared/ui/payment-words';
import { Phrases, Time } from '../../shared/ui/values';
import { useChange } from '../../shared/ui/use-change';
import { authorizedOf, cameToNothing, isByHand, type OfOrder, orderMoney, titleIn, type Transaction } from './order';

/** Payments of an order, captures, refunds and voids, and what can be done with them. */
export function OrderPayments({ order }: OfOrder): ReactNode {
  const mayWrite = useMay()('orders:write');
  const { payments = [] } = order;
  return (
    <Section title={t('orders.payments')} actions={mayWrite && <PaymentActions order={order} />}>
      {payments.length === 0 ? (
        <Empty title={t(cameToNothing(order) ? 'orders.nothing-paid' : 'orders.no-payments')} />
      ) : (
        <Stack gap="sm">
          {payments.map((payment) => (
            <div key={payment.id}>
              <Group gap="xs">
                <b>{word('payment-method', payment.method)}</b>
                {orderMoney(order, signedAmount(payment))}
                <PaymentMarks of={payment} />
              </Group>
              <RefundOf order={order} payment={payment} />
              <Text size="xs" c="dimmed" className="breaks">
                <Time value={payment.created_at} exact /> · {plainName(payment.gateway)}
                {payment.reference === null ? '' : ` · ${payment.reference}`}
                {payment.error === null ? '' : ` · ${payment.error}`}
              </Text>
            </div>
          ))}
        </Stack>
      )}
    </Section>
  );
}

/** The units, the tax and the reason of a refund. */
function RefundOf({ order, payment }: OfOrder & { readonly payment: Transaction }): ReactNode {
  const words = refundWords(payment, titleIn(order), (amount) => orderMoney(order, amount));
  return (
    <>
      {words.length > 0 && (
        <Text size="sm" className="breaks" dir="auto">
          <Phrases of={words} />
        </Text>
      )}
      {payment.reason !== null && (
        <Text size="sm" className="breaks" dir="auto">
          {t('refund.reason-of', { reason: payment.reason })}
        </Text>
      )}
    </>
  );
}

function PaymentActions({ order }: OfOrder): ReactNode {
  const authorized = authorizedOf(order);
  if (authorized !== undefined) {
    return (
      <>
        <Capture order={order} payment={authorized} />
        <Release order={order} payment={authorized} />
      </>
    );
  }
  const isRecordable = isByHand(order) && order.balance > 0 && order.status.data.key !== 'cancelled';
  return isRecordable ? <RecordPayment order={order} /> : null;
}

function usePaymentChange(method: 'capture' | 'void' | 'purchase', { order }: OfOrder, body: { amount?: number }) {
  return useChange(
    () =>
      store.POST('/v1/checkout/payment/{method}/{order_id}', {
        params: { path: { method, order_id: order.id } },
        body,
      }),
    t(`payment.done.${method}`),
  );
}

function Capture({ order, payment }: OfOrder & { readonly payment: Transaction }): ReactNode {
  // An order that came to nothing owes its total again once it is paid.
  const most = cameToNothing(order) ? payment.amount : Math.min(payment.amount, Math.max(order.balance, 0));
  const [amount, setAmount] = useState(() => shownDecimal(String(most)));
  const wanted = typedNumber(amount);
  const change = usePaymentChange('capture', { order }, wanted === undefined ? {} : { amount: wanted });
  return (
    <ConfirmButton
      label={t('payment.capture')}
      isDangerous={false}
      isAnswered={wanted !== undefined}
      change={change}
      question={
        <DecimalInput label={t('payment.amount', { most: orderMoney(order, most) })} value={amount} set={setAmount} />
      }
    />
  );
}

function Release({ order, payment }: OfOrder & { readonly payment: Transaction }): ReactNode {
  const change = usePaymentChange('void', { order }, {});
  const question = t('payment.void.question', { amount: orderMoney(order, payment.amount) });
  return <ConfirmButton label={t('payment.void')} change={change} question={question} />;
}

function RecordPayment({ order }: OfOrder): ReactNode {
  const change = usePaymentChange('purchase', { order }, {});
  const question = t('payment.record.question', { amount: orderMoney(order, order.balance) });
  return <ConfirmButton label={t('payment.record')} isDangerous={false} change={change} question={question} />;
}
