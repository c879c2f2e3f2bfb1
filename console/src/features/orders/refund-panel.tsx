import { Button, Checkbox, Group, NumberInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { NO_KEY, reading, store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { ConfirmButton } from '../../shared/ui/confirm';
import { DecimalInput } from '../../shared/ui/decimal-input';
import { ErrorPanel } from '../../shared/ui/error-panel';
import { Section } from '../../shared/ui/page';
import { useUnsaved } from '../../shared/ui/unsaved';
import { useChange } from '../../shared/ui/use-change';
import { buyerOf, isByHand, type OfOrder, orderMoney, titleIn } from './order';
import {
  hasUnits,
  isBegunRefund,
  isEmptyRefund,
  NO_REFUND,
  refundBody,
  type RefundChoice,
  refundReasons,
  refundSaid,
  refundTaxText,
  withReason,
} from './refund';
import { placeOf, unitsOf } from './units';

const WAYS = ['items', 'amount', 'rest'] as const;
const REASONS = 'refund-reasons';

/** Gives money back, by line with the amount before it is given. */
export function RefundPanel({ order, close }: OfOrder & { readonly close: () => void }): ReactNode {
  const [choice, setChoice] = useState(NO_REFUND);
  useUnsaved(isBegunRefund(choice), 'do');
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
          <DecimalInput
            label={t('refund.amount', {
              most: orderMoney(order, result?.left.amount ?? order.captured - order.refunded),
            })}
            maw={260}
            value={choice.amount}
            set={(amount) => set({ amount })}
          />
        )}
        {hasUnits(choice) && (
          <Checkbox
            label={t(`refund.restock.${place}`)}
            description={t(`refund.restock.${place}.help`)}
            checked={choice.isRestocked}
            onChange={({ currentTarget }) => set({ isRestocked: currentTarget.checked })}
          />
        )}
        <Reason value={choice.reason} set={(reason) => setChoice((now) => withReason(now, reason))} />
        <ErrorPanel error={preview.error} />
        <Decision
          order={order}
          amount={amount}
          tax={result?.tax ?? null}
          what={refundSaid(choice, titleIn(order))}
          isReady={isReady}
          change={made}
        >
          <Button variant="default" onClick={close}>
            {t('action.cancel')}
          </Button>
        </Decision>
      </Stack>
    </Section>
  );
}

/** The reason of a refund: a person types it, or takes one that others took. */
function Reason({ value, set }: { readonly value: string; readonly set: (reason: string) => void }): ReactNode {
  return (
    <>
      <TextInput
        label={t('refund.reason')}
        description={t('refund.reason.help')}
        maxLength={255}
        maw={420}
        list={REASONS}
        value={value}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
      <datalist id={REASONS}>
        {refundReasons().map((reason) => (
          <option key={reason} value={reason} />
        ))}
      </datalist>
    </>
  );
}

/** Says how much goes back, with the tax in it, and asks once before it does, with all that was chosen. */
function Decision({
  order,
  amount,
  tax,
  what,
  isReady,
  change,
  children,
}: OfOrder & {
  readonly amount: number;
  readonly tax: number | null;
  readonly what: string;
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
              <Text fw={600} className="breaks">
                {t('refund.question', { amount: money(amount), name: buyerOf(order), what })}
              </Text>
              <Text size="sm">{t(isByHand(order) ? 'refund.question.manual' : 'refund.question.final')}</Text>
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
