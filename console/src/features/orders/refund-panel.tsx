import { Button, Checkbox, Group, NumberInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { NO_KEY, reading, store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { ConfirmButton } from '../../shared/ui/confirm';
import { ErrorPanel } from '../../shared/ui/error-panel';
import { Section } from '../../shared/ui/page';
import { useUnsaved } from '../../shared/ui/unsaved';
import { useChange } from '../../shared/ui/use-change';
import { buyerOf, type OfOrder, orderMoney } from './order';
import { isBegunRefund, isEmptyRefund, type RefundChoice, refundBody, refundTaxText } from './refund';
import { placeOf, unitsOf } from './units';

const EMPTY: RefundChoice = { by: 'items', units: {}, isShipping: false, amount: '', isRestocked: true, reason: '' };
const WAYS = ['items', 'amount', 'rest'] as const;

/** Gives money back, by line with the amount before it is given. */
export function RefundPanel({ order, close }: OfOrder & { readonly close: () => void }): ReactNode {
  const [choice, setChoice] = useState(EMPTY);
  useUnsaved(isBegunRefund(choice));
  const set = (patch: Partial<RefundChoice>): void => setChoice((now) => ({ ...now, ...patch }));
  const path = { order_id: order.id };
  const { restock: _restock, reason: _reason, ...asked } = refundBody(choice);
  const preview = useQuery({
    ...reading(['/v1/orders', order.id, 'refund', asked], (signal) =>
      store.POST('/v1/orders/{order_id}/refunds/preview', {
        params: { path },
        body: asked,
        headers: NO_KEY,
        signal,
      }),
    ),
    placeholderData: keepPreviousData,
  });
  const refund = useChange(
    () =>
      store.POST('/v1/checkout/payment/{method}/{order_id}', {
        params: { path: { ...path, method: 'refund' } },
        body: refundBody(choice),
      }),
    t('refund.done'),
  );
  const result = preview.data?.result;
  const isReady = !isEmptyRefund(choice) && preview.isSuccess && !preview.isPlaceholderData;
  const amount = isEmptyRefund(choice) ? 0 : (result?.amount ?? 0);
  const made = { ...refund, mutateAsync: async () => refund.mutateAsync(undefined).then(close) };
  const place = placeOf(unitsOf(order), choice.by === 'items' ? choice.units : undefined);
  return (
    <Section title={t('refund.title')}>
      <Stack>
        <SegmentedControl
          aria-label={t('refund.by')}
          data={WAYS.map((value) => ({ value, label: t(`refund.by.${value}`) }))}
          value={choice.by}
          onChange={(by) => set({ by })}
        />
        {choice.by === 'items' && result !== undefined && (
          <RefundLines order={order} choice={choice} set={set} left={result.left} priced={result.items} />
        )}
        {choice.by === 'amount' && (
          <TextInput
            label={t('refund.amount', {
              most: orderMoney(order, result?.left.amount ?? order.captured - order.refunded),
            })}
            inputMode="decimal"
            maw={260}
            value={choice.amount}
            onChange={({ currentTarget }) => set({ amount: currentTarget.value })}
          />
        )}
        {choice.by !== 'amount' && (
          <Checkbox
            label={t(`refund.restock.${place}`)}
            checked={choice.isRestocked}
            onChange={({ currentTarget }) => set({ isRestocked: currentTarget.checked })}
          />
        )}
        <TextInput
          label={t('refund.reason')}
          description={t('refund.reason.help')}
          maxLength={255}
          maw={420}
          value={choice.reason}
          onChange={({ currentTarget }) => set({ reason: currentTarget.value })}
        />
        <ErrorPanel error={preview.error} />
        <Decision order={order} amount={amount} tax={result?.tax ?? null} isReady={isReady} change={made}>
          <Button variant="default" onClick={close}>
            {t('action.cancel')}
          </Button>
        </Decision>
      </Stack>
    </Section>
  );
}

/** Says what goes back, with the tax in it, and asks once before it does. */
function Decision({
  order,
  amount,
  tax,
  isReady,
  change,
  children,
}: OfOrder & {
  readonly amount: number;
  readonly tax: number | null;
  readonly isReady: boolean;
  readonly change: ComponentProps<typeof ConfirmButton>['change'];
  readonly children: ReactNode;
}): ReactNode {
  const money = (of: number): string => orderMoney(order, of);
  const taxText = refundTaxText(amount, tax, money);
  return (
    <>
      <div role="status">
        <Text fw={600}>{t('refund.gives', { amount: money(amount) })}</Text>
        {isReady && <Text size="sm">{taxText}</Text>}
      </div>
      <Group>
        <ConfirmButton
          isMain
          isDangerous={false}
          disabled={!isReady}
          label={t('refund.submit', { amount: money(amount) })}
          question={
            <>
              <Text>{t('refund.question', { amount: money(amount), name: buyerOf(order) })}</Text>
              <Text size="sm" c="dimmed">
                {taxText}
              </Text>
            </>
          }
          change={change}
        />
        {children}
      </Group>
    </>
  );
}

interface LinesProps extends OfOrder {
  readonly choice: RefundChoice;
  readonly set: (patch: Partial<RefundChoice>) => void;
  readonly left: { readonly shipping: number; readonly items: readonly { sku: string; quantity: number }[] };
  readonly priced: readonly { sku: string; amount: number }[];
}

function RefundLines({ order, choice, set, left, priced }: LinesProps): ReactNode {
  return (
    <>
      <table className="table list">
        <thead>
          <tr>
            <th>{t('items.product')}</th>
            <th data-number>{t('refund.left')}</th>
            <th>{t('refund.units')}</th>
            <th data-number>{t('refund.worth')}</th>
          </tr>
        </thead>
        <tbody>
          {(order.items ?? []).map(({ sku, title }) => {
            const most = left.items.find((item) => item.sku === sku)?.quantity ?? 0;
            const worth = priced.find((item) => item.sku === sku)?.amount ?? 0;
            return (
              <tr key={sku}>
                <td data-label={t('items.product')}>{title}</td>
                <td data-label={t('refund.left')} data-number>
                  {most}
                </td>
                <td data-label={t('refund.units')}>
                  <NumberInput
                    aria-label={t('refund.units-of', { title })}
                    min={0}
                    max={most}
                    w={110}
                    disabled={most === 0}
                    clampBehavior="strict"
                    allowDecimal={false}
                    value={choice.units[sku] ?? 0}
                    onChange={(units) => set({ units: { ...choice.units, [sku]: Number(units) } })}
                  />
                </td>
                <td data-label={t('refund.worth')} data-number>
                  {orderMoney(order, (choice.units[sku] ?? 0) > 0 ? worth : 0)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <Checkbox
        label={t('refund.shipping', { amount: orderMoney(order, left.shipping) })}
        disabled={left.shipping === 0}
        checked={choice.isShipping}
        onChange={({ currentTarget }) => set({ isShipping: currentTarget.checked })}
      />
    </>
  );
}
