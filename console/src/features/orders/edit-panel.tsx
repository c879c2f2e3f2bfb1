import { type components } from '@storekeeper/client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { NO_KEY, reading, store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { ErrorPanel } from '../../shared/ui/error-panel';
import { Section } from '../../shared/ui/page';
import { useUnsaved } from '../../shared/ui/unsaved';
import { useChange } from '../../shared/ui/use-change';
import { editBody, type EditBody, type EditChoice, isWrongEdit, linesOf } from './edit';
import { EditLines } from './edit-lines';
import { EditShipping } from './edit-shipping';
import { type OfOrder, orderMoney } from './order';

/** After a pause in typing, the edit is tried. */
const PAUSE_MS = 300;

/** Changes items and shipping of an order. What would become of it stands beside what it is now, before anything is written. */
export function EditPanel({ order, close }: OfOrder & { readonly close: () => void }): ReactNode {
  const { id, items = [], shipping } = order;
  const [choice, setChoice] = useState<EditChoice>({
    lines: linesOf(items),
    shipping: shipping?.data.id ?? '',
    shippingPrice: '',
  });
  const body = editBody(items, shipping?.data.id ?? '', choice);
  const isEmpty = Object.keys(body).length === 0;
  const isWrong = isWrongEdit(choice);
  useUnsaved(!isEmpty || isWrong);
  const trial = useTrial(id, isWrong ? {} : body);
  const edit = useChange(
    () => store.POST('/v1/orders/{order_id}/edits', { params: { path: { order_id: id } }, body }),
    t('edit.done'),
  );
  return (
    <Section title={t('edit.title')}>
      <div className="columns">
        <Stack>
          <EditLines lines={choice.lines} set={(lines) => setChoice((now) => ({ ...now, lines }))} />
          <EditShipping choice={choice} set={(patch) => setChoice((now) => ({ ...now, ...patch }))} />
        </Stack>
        <Stack>
          {trial.edit !== undefined && <Outcome order={order} edit={trial.edit} />}
          {isEmpty && <Text c="dimmed">{t('edit.nothing')}</Text>}
          <ErrorPanel error={edit.error ?? trial.error} />
          <Group>
            <Button
              disabled={!trial.isDone}
              loading={edit.isPending}
              onClick={() => void edit.mutateAsync(undefined).then(close, () => undefined)}
            >
              {t('edit.submit')}
            </Button>
            <Button variant="default" onClick={close}>
              {t('action.cancel')}
            </Button>
          </Group>
        </Stack>
      </div>
    </Section>
  );
}

/** Tries an edit without writing it. Of an empty one there is nothing to show. */
function useTrial(id: string, body: EditBody) {
  const now = JSON.stringify(body);
  const isEmpty = now === '{}';
  const [tried] = useDebouncedValue(now, PAUSE_MS);
  const { data, error, isSuccess, isPlaceholderData } = useQuery({
    ...reading(['/v1/orders', id, 'edit', tried], (signal) =>
      store.POST('/v1/orders/{order_id}/edits', {
        params: { path: { order_id: id } },
        body: { ...(JSON.parse(tried) as EditBody), dry_run: true },
        headers: NO_KEY,
        signal,
      }),
    ),
    enabled: tried !== '{}',
    placeholderData: keepPreviousData,
  });
  return {
    edit: isEmpty ? undefined : data?.result,
    error: isEmpty ? null : error,
    isDone: !isEmpty && tried === now && isSuccess && !isPlaceholderData,
  };
}

const AMOUNTS = [
  ['subtotal', 'orders.subtotal'],
  ['shipping_price', 'orders.shipping'],
  ['tax', 'orders.tax'],
  ['rounding', 'orders.rounding'],
  ['total', 'orders.total'],
] as const;

/** The totals before and after an edit, and the promotions that it loses. */
function Outcome({
  order,
  edit: { before, after, promotions, balance, warnings },
}: OfOrder & { readonly edit: components['schemas']['OrderEditRecord'] }): ReactNode {
  return (
    <div role="status">
      <table className="table">
        <thead>
          <tr>
            <td />
            <th data-number>{t('edit.before')}</th>
            <th data-number>{t('edit.after')}</th>
          </tr>
        </thead>
        <tbody>
          {AMOUNTS.filter(([field]) => field !== 'rounding' || before.raw[field] !== 0 || after.raw[field] !== 0).map(
            ([field, title]) => (
              <tr key={field} className={before.raw[field] === after.raw[field] ? undefined : 'changed'}>
                <th scope="row">{t(title)}</th>
                <td data-number>{before.formatted[field]}</td>
                <td data-number>{after.formatted[field]}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {promotions.fallen.map(({ promotion, title, message }) => (
        <Text key={promotion} size="sm">
          {t('edit.fallen', { title })} {message}
        </Text>
      ))}
      {warnings.map((warning) => (
        <Text key={warning} size="sm" c="var(--mantine-color-error)">
          {warning}
        </Text>
      ))}
      <Text fw={600} mt="xs">
        {balance < 0
          ? t('edit.owed', { amount: orderMoney(order, -balance) })
          : t('edit.due', { amount: orderMoney(order, balance) })}
      </Text>
    </div>
  );
}
