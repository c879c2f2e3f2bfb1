import { type components } from '@storekeeper/client';
import { Stack } from '@mantine/core';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { type Scope, useMay } from '../../shared/api/session';
import { queries, reading, store } from '../../shared/api/store';
import { t, type TextKey } from '../../shared/text/text';
import { Empty, PageLink, Read, Section } from '../../shared/ui/page';
import { type Hint } from './hint';
import { shippingHints } from './shipping-hints';
import { orderCounts } from './order-counts';
import { type Webhook, webhookHints } from './webhook-hints';

/** A kind of hint, and how to find those there are. */
interface Concern {
  readonly id: string;
  readonly scope: Scope;
  readonly find: (signal: AbortSignal) => Promise<readonly Hint[]>;
}

/** A hint that says how many there are; none when there is nothing. */
const counted =
  (text: TextKey, path: string, search: Hint['search'], count: () => Promise<number>): Concern['find'] =>
  async () => {
    const found = await count();
    return found === 0 ? [] : [{ text: t(text, { count: found }), path, search }];
  };

const orders = (
  text: TextKey,
  search: Hint['search'],
  count: (record: components['schemas']['StatusesRecord']) => number,
): Concern['find'] =>
  counted(text, '/orders', search, async () => count((await queries.fetchQuery(orderCounts)).result));

/** Payments with a problem: the list says how many there are. */
const payments = (text: TextKey, problem: components['schemas']['TransactionProblem']): Concern['find'] =>
  counted(text, '/payments', { problem }, async () => {
    const params = { query: { problem: [problem], limit: 1 } };
    const read = reading(['/v1/transactions', 'problem', problem], (signal) =>
      store.GET('/v1/transactions', { params, signal }),
    );
    return (await queries.fetchQuery(read)).pagination.total;
  });

/** One reading of operations for all that is asked of it. */
const operationsNow = reading(['/v1/operations'], (signal) => store.GET('/v1/operations', { signal }));

const operations = (
  text: TextKey,
  count: (record: components['schemas']['OperationsRecord']) => number,
): Concern['find'] =>
  counted(text, '/operations', {}, async () => count((await queries.fetchQuery(operationsNow)).result));

/** The oldest delivery that is due may wait so long, in seconds. */
const LATE_S = 300;

const PAGE = 100;
/** Webhooks that are looked at: a bound for the browser. */
const MAX_WEBHOOKS = 500;

async function readWebhooks(signal: AbortSignal): Promise<readonly Webhook[]> {
  const found: Webhook[] = [];
  for await (const webhook of store.list('/v1/webhooks', { params: { query: { limit: PAGE } }, signal })) {
    found.push(webhook);
    if (found.length === MAX_WEBHOOKS) break;
  }
  return found;
}

const CONCERNS: readonly Concern[] = [
  {
    id: 'test-payments',
    scope: 'operations:read',
    find: async () => {
      const { test_payments: isOpen } = (await queries.fetchQuery(operationsNow)).result;
      return isOpen ? [{ text: t('home.test-payments'), path: '/settings/gateways', search: {}, isAlarm: true }] : [];
    },
  },
  {
    id: 'migrations',
    scope: 'operations:read',
    find: operations('home.migrations', ({ database }) => database.migrations_missing),
  },
  {
    id: 'late',
    scope: 'operations:read',
    find: operations('home.late', ({ deliveries }) => ((deliveries.oldest_age ?? 0) > LATE_S ? deliveries.due : 0)),
  },
  { id: 'webhooks', scope: 'webhooks:read', find: async (signal) => webhookHints(await readWebhooks(signal)) },
  {
    id: 'mismatch',
    scope: 'orders:read',
    find: orders('home.mismatch', { status: 'mismatch' }, ({ statuses }) => statuses.mismatch),
  },
  {
    id: 'refund-due',
    scope: 'orders:read',
    find: orders('home.refund-due', { refund_due: '1' }, ({ refund_due }) => refund_due),
  },
  {
    id: 'refund-failed',
    scope: 'orders:read',
    find: payments('home.refund-failed', 'refund_failed'),
  },
  {
    id: 'void-failed',
    scope: 'orders:read',
    find: payments('home.void-failed', 'void_failed'),
  },
  {
    id: 'payment-due',
    scope: 'orders:read',
    find: orders('home.payment-due', { payment_due: '1' }, ({ payment_due }) => payment_due),
  },
  {
    id: 'to-ship',
    scope: 'orders:read',
    find: async () => shippingHints((await queries.fetchQuery(orderCounts)).result),
  },
];

const EVERY_MS = 30_000;

/** The hints for a person, each with a link to the page that shows just that. */
export function Attention(): ReactNode {
  const may = useMay();
  const asked = CONCERNS.filter(({ scope }) => may(scope));
  const hints = useQueries({
    queries: asked.map(({ id, find }) =>
      queryOptions({
        queryKey: ['attention', id],
        queryFn: ({ signal }) => find(signal),
        refetchInterval: EVERY_MS,
      }),
    ),
    combine: (all) => ({
      data: all.every(({ data }) => data !== undefined) ? all.flatMap(({ data = [] }) => data) : undefined,
      error: all.find(({ error }) => error !== null)?.error ?? null,
      refetch: () => Promise.all(all.map(({ refetch }) => refetch())),
    }),
  });
  if (asked.length === 0) return null;
  return (
    <Section title={t('home.attention')}>
      <Read of={hints} lines={2}>
        {(found) => {
          if (found.length === 0) return <Empty title={t('home.nothing')} />;
          return (
            <Stack gap={6}>
              {found.map(({ text, path, search, isAlarm }) => (
                <PageLink key={`${path} ${text}`} to={path} search={search} className={isAlarm ? 'link alarm' : 'link'}>
                  {text}
                </PageLink>
              ))}
            </Stack>
          );
        }}
      </Read>
    </Section>
  );
}
