import { Button, Checkbox, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
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
import { buyerOf, isByHand, type OfOrder, type Order, orderMoney, titleIn } from './order';
import { RefundLines } from './refund-lines';
import {
  decidedRefund,
  firstRefund,
  hasUnits,
  isBegunRefund,
  isEmptyRefund,
  refundBody,
  type RefundChoice,
  refundReasons,
  refundSaid,
  refundTaxText,
  withReason,
} from './refund';
import { type Place, placeOf, unitsOf } from './units';

const WAYS = ['items', 'amount', 'rest'] as const;
const REASONS = 'refund-reasons';

/** Gives money back, by line with the amount before it is given. */
export function RefundPanel({ order, close }: OfOrder & { readonly close: () => void }): ReactNode {
  const [first] = useState(() => firstRefund(order));
  const [chosen, setChoice] = useState(first);
  const place = usePlace(order, chosen);
  const choice = decidedRefund(chosen, place);
  useUnsaved(isBegunRefund(choice, first));
  const set = (patch: Partial<RefundChoice>): void => setChoice((now) => ({ ...now, ...patch }));
  const path = { order_id: order.id };
  const { reason: _reason, ...asked } = refundBody(choice);
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
  const isWhole = result !== undefined && amount >= result.left.amount;
  const made = { ...refund, mutateAsync: async () => refund.mutateAsync(undefined).then(close) };
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
        {hasUnits(choice) && <Restock choice={choice} place={place} isWhole={isWhole} set={set} />}
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

/** Where the goods of a refund are. An order that was sent as a whole has no parcels that say it. */
function usePlace(order: Order, { by, units }: RefundChoice): Place {
  const isSent = useIsSent(order);
  return isSent ? 'shipped' : placeOf(unitsOf(order), by === 'items' ? units : undefined);
}

/** Asks whether the goods go back into stock. */
function Restock({
  choice,
  place,
  isWhole,
  set,
}: {
  readonly choice: RefundChoice;
  readonly place: Place;
  /** All money goes back: the order ends with it. */
  readonly isWhole: boolean;
  readonly set: (patch: Partial<RefundChoice>) => void;
}): ReactNode {
  return (
    <Checkbox
      label={t(`refund.restock.${place}`)}
      description={t(isWhole && place === 'here' ? 'refund.restock.whole.help' : `refund.restock.${place}.help`)}
      checked={choice.isRestocked === true}
      onChange={({ currentTarget }) => set({ isRestocked: currentTarget.checked })}
    />
  );
}

/** Whether an order went out as a whole: its status was once “Dispatched”, and it has no parcels that say what went out. */
function useIsSent({ id, status, shipments = [] }: Order): boolean {
  const isDispatched = status.data.key === 'dispatched';
  const hasNoParcels = shipments.length === 0;
  const was = useQuery({
    ...reading(['/v1/orders', id, 'dispatched'], (signal) =>
      store.GET('/v1/orders/{order_id}/history', {
        params: { path: { order_id: id }, query: { to: ['dispatched'], limit: 1 } },
        signal,
      }),
    ),
    enabled: hasNoParcels && !isDispatched,
  });
  return hasNoParcels && (isDispatched || was.data === undefined || was.data.result.length > 0);
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
