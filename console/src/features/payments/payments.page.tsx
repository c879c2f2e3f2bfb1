import { Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useMoneyOf } from '../../shared/api/use-money';
import { moneyDigits } from '../../shared/format/money';
import { plainName } from '../../shared/format/plain-name';
import { t, word } from '../../shared/text/text';
import { csvId } from '../../shared/ui/csv';
import { CustomerLink } from '../../shared/ui/customer-link';
import { List } from '../../shared/ui/list-page';
import { type ListFilter } from '../../shared/ui/list-query';
import { type ListColumn } from '../../shared/ui/list-table';
import { Empty, Page as Frame } from '../../shared/ui/page';
import { refundWords, signedAmount } from '../../shared/ui/payment-words';
import { PAYMENT_METHODS, PAYMENT_PROBLEMS, PAYMENT_STATUSES } from '../../shared/ui/payment-status';
import { Code, Email, Missing, Phrases, Time } from '../../shared/ui/values';
import { PaymentMarks } from '../../shared/ui/payment-marks';
import { movedBy, movedTaxOf, type Transaction } from './ledger';
import { Months } from './months';
import { LedgerTotals } from './ledger-totals';

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
  {
    name: 'problem',
    label: t('payments.problem'),
    kind: 'choices',
    options: options('payment-problem', PAYMENT_PROBLEMS),
  },
  { name: 'reason', label: t('payments.reason'), kind: 'text' },
  { name: 'customer', label: t('orders.customer-filter'), kind: 'text', source: 'customers' },
  { name: 'product', label: t('orders.product-filter'), kind: 'text', source: 'products' },
  { name: 'created_at[from]', label: t('orders.from'), kind: 'day' },
  { name: 'created_at[to]', label: t('orders.to'), kind: 'day' },
  { name: 'gateway', label: t('payments.gateway'), kind: 'slug' },
  { name: 'reference', label: t('payments.reference'), kind: 'text' },
];

/** The customer of a payment: the name on its order, else the e-mail address. */
const customerName = ({ customer_name, customer_email }: Transaction): string => customer_name ?? customer_email ?? '';
const orderName = ({ order_number, order }: Transaction): string => order_number ?? order;

/** The name, and the address that tells customers of one name apart. */
function Customer({ of }: { readonly of: Transaction }): ReactNode {
  const { customer, customer_email: email } = of;
  const name = customerName(of);
  return (
    <div>
      <CustomerLink id={customer} name={name} />
      {email !== null && email !== name && (
        <Text size="xs" c="dimmed">
          <Email value={email} />
        </Text>
      )}
    </div>
  );
}

/** The filters: order, customer, time and kind. */
const FIRST: readonly ListColumn<Transaction>[] = [
  {
    id: 'order',
    title: t('orders.order'),
    cell: (one) => <Code value={orderName(one)} />,
    text: (one) => csvId(orderName(one)),
  },
  {
    id: 'customer',
    title: t('orders.customer'),
    cell: (one) => <Customer of={one} />,
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
    title: t('payments.time-local'),
    cell: ({ created_at }) => <Time value={created_at} />,
    text: ({ created_at }) => created_at,
    csvTitle: t('payments.time-utc'),
    sort: 'created_at',
  },
  {
    id: 'method',
    title: t('payments.kind'),
    cell: ({ method }) => word('payment-method', method),
    text: ({ method }) => word('payment-method', method),
  },
  {
    id: 'status',
    title: t('orders.status'),
    cell: (one) => <PaymentMarks of={one} />,
    text: ({ status, problem }) =>
      [word('payment-status', status), problem === null ? '' : word('payment-problem', problem)]
        .filter(Boolean)
        .join(', '),
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
    cell: ({ gateway }) => plainName(gateway),
    text: ({ gateway }) => plainName(gateway),
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
  { id: 'id', title: t('orders.id'), cell: ({ id }) => id, text: ({ id }) => csvId(id), isExtra: true },
];

function columnsFor(moneyOf: MoneyOf): readonly ListColumn<Transaction>[] {
  const money = ({ currency_code }: Transaction, amount: number): string => moneyOf(amount, currency_code ?? '');
  const digits = ({ currency_code }: Transaction, amount: number): string => moneyDigits(amount, currency_code ?? '');
  // The tax has a column of its own.
  const what = (one: Transaction): readonly string[] => refundWords(one, (sku) => sku);
  return [
    ...FIRST,
    {
      id: 'amount',
      title: t('payments.amount'),
      cell: (one) => money(one, signedAmount(one)),
      text: (one) => digits(one, signedAmount(one)),
      sort: 'amount',
      isNumber: true,
    },
    {
      id: 'moved',
      title: t('payments.moved'),
      cell: (one) => money(one, movedBy(one)),
      text: (one) => digits(one, movedBy(one)),
      isNumber: true,
      isExtra: true,
      isInCsv: true,
    },
    {
      id: 'tax',
      title: t('payments.tax'),
      cell: (one) => {
        const tax = movedTaxOf(one);
        return tax === null ? <Missing /> : money(one, tax);
      },
      text: (one) => {
        const tax = movedTaxOf(one);
        return tax === null ? '' : digits(one, tax);
      },
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
      id: 'what',
      title: t('payments.what'),
      cell: (one) => {
        const phrases = what(one);
        return phrases.length === 0 ? <Missing /> : <Phrases of={phrases} />;
      },
      text: (one) => what(one).join(' · '),
    },
    ...LAST,
  ];
}

/** The ledger of payments. */
export function Page(): ReactNode {
  const moneyOf = useMoneyOf();
  const columns = useMemo(() => columnsFor(moneyOf), [moneyOf]);
  return (
    <Frame title={t('payments.title')}>
      <Text c="dimmed">{t('payments.subtitle')}</Text>
      <Text size="sm">{t('payments.adviser')}</Text>
      <Months />
      <List
        path="/v1/transactions"
        columns={columns}
        filters={FILTERS}
        sort={{ sort: 'created_at', order: 'desc' }}
        pageOf={({ order }) => `/orders/${order}`}
        csv={t('payments.file')}
        summary={(query) => <LedgerTotals query={query} moneyOf={moneyOf} />}
        empty={<Empty title={t('payments.none')} next={t('payments.none.next')} />}
      />
    </Frame>
  );
}
