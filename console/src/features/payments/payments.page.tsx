import { Group, Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useMoneyOf } from '../../shared/api/use-money';
import { t, word } from '../../shared/text/text';
import { CustomerLink } from '../../shared/ui/customer-link';
import { List } from '../../shared/ui/list-page';
import { type ListFilter } from '../../shared/ui/list-query';
import { type ListColumn } from '../../shared/ui/list-table';
import { Empty, Page as Frame } from '../../shared/ui/page';
import { refundWords, signedAmount } from '../../shared/ui/payment-words';
import { PAYMENT_METHODS, PAYMENT_STATUSES, paymentTone } from '../../shared/ui/payment-status';
import { Code, Mark, Missing, Time } from '../../shared/ui/values';
import { totalsOf, type Transaction } from './ledger';

type MoneyOf = (amount: number, code: string) => string;

const options = (group: string, values: readonly string[]) =>
  values.map((value) => ({ value, label: word(group, value) }));

const FILTERS: readonly ListFilter[] = [
  { name: 'order_number', label: t('payments.order-number'), kind: 'words' },
  {
    name: 'method',
    label: t('payments.kind'),
    kind: 'choices',
    options: options('payment-method', PAYMENT_METHODS),
  },
  {
    name: 'status',
    label: t('orders.status'),
    kind: 'choices',
    options: options('payment-status', PAYMENT_STATUSES),
  },
  { name: 'created_at[from]', label: t('orders.from'), kind: 'day' },
  { name: 'created_at[to]', label: t('orders.to'), kind: 'day' },
  { name: 'gateway', label: t('payments.gateway'), kind: 'text' },
  { name: 'reference', label: t('payments.reference'), kind: 'text' },
];

/** The customer of a payment: the name on its order, else the e-mail address. */
const customerName = ({ customer_name, customer_email }: Transaction): string => customer_name ?? customer_email ?? '';
const orderName = ({ order_number, order }: Transaction): string => order_number ?? order;

/** The filters: order, customer, time and kind. */
const FIRST: readonly ListColumn<Transaction>[] = [
  { id: 'order', title: t('orders.order'), cell: (one) => <Code value={orderName(one)} />, text: orderName },
  {
    id: 'customer',
    title: t('orders.customer'),
    cell: (one) => <CustomerLink id={one.customer} name={customerName(one)} />,
    text: customerName,
  },
  {
    id: 'email',
    title: t('orders.email'),
    cell: ({ customer_email }) => customer_email ?? <Missing />,
    text: ({ customer_email }) => customer_email ?? '',
    isExtra: true,
    isInCsv: true,
  },
  {
    id: 'created_at',
    title: t('payments.time'),
    cell: ({ created_at }) => <Time value={created_at} />,
    text: ({ created_at }) => created_at,
    csvTitle: t('payments.time-utc'),
    sort: 'created_at',
  },
  {
    id: 'method',
    title: t('payments.kind'),
    cell: ({ method }) => word('payment-method', method),
    text: ({ method }) => method,
    csvTitle: t('payments.kind-code'),
  },
  {
    id: 'status',
    title: t('orders.status'),
    cell: ({ status }) => <Mark tone={paymentTone(status)}>{word('payment-status', status)}</Mark>,
    text: ({ status }) => status,
    csvTitle: t('orders.status-code'),
  },
];

/** Why, and where it went. */
const LAST: readonly ListColumn<Transaction>[] = [
  {
    id: 'reason',
    title: t('refund.reason'),
    cell: ({ reason }) => reason ?? <Missing />,
    text: ({ reason }) => reason ?? '',
  },
  {
    id: 'gateway',
    title: t('payments.gateway'),
    cell: ({ gateway }) => gateway,
    text: ({ gateway }) => gateway,
    isExtra: true,
    isInCsv: true,
  },
  {
    id: 'reference',
    title: t('payments.reference'),
    cell: ({ reference }) => reference ?? <Missing />,
    text: ({ reference }) => reference ?? '',
    isExtra: true,
    isInCsv: true,
  },
  {
    id: 'error',
    title: t('payments.error'),
    cell: ({ error }) => error ?? <Missing />,
    text: ({ error }) => error ?? '',
    isExtra: true,
  },
  { id: 'id', title: t('orders.id'), cell: ({ id }) => id, text: ({ id }) => id, isExtra: true },
];

function columnsFor(moneyOf: MoneyOf): readonly ListColumn<Transaction>[] {
  const money = ({ currency_code }: Transaction, amount: number): string => moneyOf(amount, currency_code ?? '');
  const what = (one: Transaction): string =>
    refundWords(
      one,
      (sku) => sku,
      (amount) => money(one, amount),
    ).join(' · ');
  return [
    ...FIRST,
    {
      id: 'amount',
      title: t('payments.amount'),
      cell: (one) => money(one, signedAmount(one)),
      text: (one) => String(signedAmount(one)),
      sort: 'amount',
      isNumber: true,
    },
    {
      id: 'currency',
      title: t('orders.currency'),
      cell: ({ currency_code }) => currency_code ?? <Missing />,
      text: ({ currency_code }) => currency_code ?? '',
      isExtra: true,
      isInCsv: true,
    },
    {
      id: 'tax',
      title: t('payments.tax'),
      cell: (one) => (one.tax === null ? <Missing /> : money(one, -one.tax)),
      text: ({ tax }) => (tax === null ? '' : String(-tax)),
      isNumber: true,
      isExtra: true,
      isInCsv: true,
    },
    { id: 'what', title: t('payments.what'), cell: (one) => what(one) || <Missing />, text: what },
    ...LAST,
  ];
}

/** The ledger of payments. */
export function Page(): ReactNode {
  const moneyOf = useMoneyOf();
  const columns = useMemo(() => columnsFor(moneyOf), [moneyOf]);
  return (
    <Frame title={t('payments.title')}>
      <List
        path="/v1/transactions"
        columns={columns}
        filters={FILTERS}
        sort={{ sort: 'created_at', order: 'desc' }}
        pageOf={({ order }) => `/orders/${order}`}
        csv="payments"
        summary={(rows) => <Totals rows={rows} moneyOf={moneyOf} />}
        empty={<Empty title={t('payments.none')} next={t('payments.none.next')} />}
      />
    </Frame>
  );
}

/** Sums of the rows of this page, by currency. */
function Totals({ rows, moneyOf }: { readonly rows: readonly Transaction[]; readonly moneyOf: MoneyOf }): ReactNode {
  return (
    <Group gap="lg" role="group" aria-label={t('payments.totals')}>
      {totalsOf(rows).map(({ currency, captured, refunded }) => (
        <Text key={currency} size="sm">
          {t('payments.total', {
            captured: moneyOf(captured, currency),
            refunded: moneyOf(refunded, currency),
            kept: moneyOf(captured - refunded, currency),
          })}
        </Text>
      ))}
    </Group>
  );
}
