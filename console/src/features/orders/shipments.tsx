import { Button, Checkbox, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useMay } from '../../shared/api/session';
import { store } from '../../shared/api/store';
import { t } from '../../shared/text/text';
import { ConfirmButton } from '../../shared/ui/confirm';
import { ErrorPanel } from '../../shared/ui/error-panel';
import { Empty, Section } from '../../shared/ui/page';
import { useUnsaved } from '../../shared/ui/unsaved';
import { useChange } from '../../shared/ui/use-change';
import { Time } from '../../shared/ui/values';
import { type OfOrder, type Order, type Shipment } from './order';
import { type LineUnits, unitsOf } from './units';

const unshipped = (order: Order): readonly LineUnits[] => unitsOf(order).filter((item) => item.withRefunded > 0);

/** Parcels of an order, and a form for the next one while something is left to ship. */
export function Shipments({ order }: OfOrder): ReactNode {
  const { shipments = [] } = order;
  const mayWrite = useMay()('orders:write');
  const [isNew, setNew] = useState(false);
  const left = unshipped(order);
  const status = order.status.data.key;
  // A dispatched order of which a shipment was removed gets another one.
  const isDispatched = status === 'dispatched';
  const isOpen = isDispatched || ['paid', 'processing', 'mismatch', 'partial_refund', 'unpaid'].includes(status);
  return (
    <Section
      title={t('orders.shipments')}
      actions={
        mayWrite &&
        isOpen &&
        left.length > 0 &&
        !isNew && (
          <Button variant="default" onClick={() => setNew(true)}>
            {t(isDispatched ? 'shipment.submit' : 'shipment.new')}
          </Button>
        )
      }
    >
      <Stack gap="sm">
        {shipments.length === 0 && !isNew && <Empty title={t('orders.no-shipments')} />}
        {shipments.map((shipment) => (
          <Parcel key={shipment.id} shipment={shipment} isDispatched={isDispatched} mayWrite={mayWrite} />
        ))}
        {isNew && <NewShipment order={order} close={() => setNew(false)} />}
      </Stack>
    </Section>
  );
}

function Parcel({
  shipment,
  isDispatched,
  mayWrite,
}: {
  readonly shipment: Shipment;
  readonly isDispatched: boolean;
  readonly mayWrite: boolean;
}): ReactNode {
  const { id, order, items, carrier, tracking_number: number, tracking_url: url, created_at } = shipment;
  const remove = useChange(
    () =>
      store.DELETE('/v1/orders/{order_id}/shipments/{shipment_id}', {
        params: { path: { order_id: order, shipment_id: id } },
      }),
    t('shipment.removed'),
  );
  const [isEdited, setEdited] = useState(false);
  const label = [carrier, number].filter(Boolean).join(' ') || t('shipment.parcel');
  // Anything else than http would be a way to run script.
  const isLink = url !== null && /^https?:\/\//i.test(url);
  if (isEdited) return <TrackingForm shipment={shipment} close={() => setEdited(false)} />;
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div className="breaks">
        {isLink ? (
          <a href={url} target="_blank" rel="noreferrer">
            {label}
          </a>
        ) : (
          label
        )}
        <Text size="sm">{items.map(({ sku, quantity }) => `${quantity} × ${sku}`).join(', ')}</Text>
        <Text size="xs" c="dimmed">
          <Time value={created_at} exact />
        </Text>
      </div>
      {mayWrite && (
        <Group gap="xs" justify="flex-end">
          <Button variant="default" size="sm" onClick={() => setEdited(true)}>
            {t('shipment.edit')}
          </Button>
          <ConfirmButton
            label={t('shipment.remove')}
            question={t(isDispatched ? 'shipment.remove.of-dispatched' : 'shipment.remove.question')}
            change={remove}
          />
        </Group>
      )}
    </Group>
  );
}

const TRACKING = ['carrier', 'tracking_number', 'tracking_url'] as const;
type Tracking = Readonly<Record<(typeof TRACKING)[number], string>>;

function TrackingFields({
  texts,
  set,
}: {
  readonly texts: Tracking;
  readonly set: (change: Partial<Tracking>) => void;
}): ReactNode {
  return TRACKING.map((name) => (
    <TextInput
      key={name}
      label={t(`shipment.${name}`)}
      value={texts[name]}
      onChange={({ currentTarget: { value } }) => set({ [name]: value })}
    />
  ));
}

/** Corrects how a parcel is tracked. Sends what was changed: an empty text removes it. */
function TrackingForm({ shipment, close }: { readonly shipment: Shipment; readonly close: () => void }): ReactNode {
  const { id, order, carrier, tracking_number, tracking_url } = shipment;
  const [first] = useState<Tracking>(() => ({
    carrier: carrier ?? '',
    tracking_number: tracking_number ?? '',
    tracking_url: tracking_url ?? '',
  }));
  const [texts, setTexts] = useState(first);
  const changed = TRACKING.filter((name) => texts[name].trim() !== first[name]);
  useUnsaved(changed.length > 0);
  const change = useChange(
    () =>
      store.PUT('/v1/orders/{order_id}/shipments/{shipment_id}', {
        params: { path: { order_id: order, shipment_id: id } },
        body: Object.fromEntries(changed.map((name) => [name, texts[name].trim()])),
      }),
    t('shipment.changed'),
  );
  return (
    <ShipmentForm change={change} submit={t('action.save')} isReady={changed.length > 0} close={close}>
      <TrackingFields texts={texts} set={(part) => setTexts((now) => ({ ...now, ...part }))} />
    </ShipmentForm>
  );
}

interface ShipmentFormProps {
  readonly change: {
    readonly error: Error | null;
    readonly isPending: boolean;
    readonly mutateAsync: (input: undefined) => Promise<unknown>;
  };
  /** Text of the button that sends it. */
  readonly submit: string;
  readonly isReady: boolean;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** The frame of the forms of shipments: the error, and the buttons that send and leave it. */
function ShipmentForm({ change, submit, isReady, close, children }: ShipmentFormProps): ReactNode {
  const send = (event: FormEvent): void => {
    event.preventDefault();
    void change.mutateAsync(undefined).then(close, () => undefined);
  };
  return (
    <form onSubmit={send}>
      <Stack gap="xs">
        {children}
        <ErrorPanel error={change.error} />
        <Group>
          <Button type="submit" loading={change.isPending} disabled={!isReady}>
            {submit}
          </Button>
          <Button variant="default" onClick={close}>
            {t('action.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function NewShipment({ order, close }: OfOrder & { readonly close: () => void }): ReactNode {
  const left = unshipped(order);
  const [first] = useState<Readonly<Record<string, number>>>(() =>
    Object.fromEntries(left.map((item) => [item.sku, item.toShip])),
  );
  const [units, setUnits] = useState(first);
  const [withRefunded, setWithRefunded] = useState(false);
  const mostOf = (item: LineUnits): number => (withRefunded ? item.withRefunded : item.toShip);
  const shown = left.filter((item) => mostOf(item) > 0);
  const [texts, setTexts] = useState({ carrier: '', tracking_number: '', tracking_url: '' });
  const isCounted = Object.entries(units).some(([sku, count]) => count !== first[sku]);
  useUnsaved(isCounted || Object.values(texts).some((text) => text !== ''));
  const ship = useChange(
    () =>
      store.POST('/v1/orders/{order_id}/shipments', {
        params: { path: { order_id: order.id } },
        body: {
          items: Object.entries(units).flatMap(([sku, quantity]) => (quantity > 0 ? [{ sku, quantity }] : [])),
          ...(withRefunded && { include_refunded: true }),
          ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== '')),
        },
      }),
    t('shipment.done'),
  );
  return (
    <ShipmentForm
      change={ship}
      submit={t('shipment.submit')}
      isReady={Object.values(units).some((count) => count > 0)}
      close={close}
    >
      {shown.map((item) => (
        <NumberInput
          key={item.sku}
          label={t('shipment.units-of', { title: item.title, most: mostOf(item) })}
          min={0}
          max={mostOf(item)}
          allowDecimal={false}
          value={units[item.sku] ?? 0}
          onChange={(value) => setUnits((now) => ({ ...now, [item.sku]: Number(value) }))}
        />
      ))}
      {left.some((item) => item.withRefunded > item.toShip) && (
        <Checkbox
          label={t('shipment.with-refunded')}
          description={t('shipment.with-refunded.help')}
          checked={withRefunded}
          onChange={({ currentTarget: { checked } }) => {
            setWithRefunded(checked);
            setUnits(first);
          }}
        />
      )}
      <TrackingFields texts={texts} set={(part) => setTexts((now) => ({ ...now, ...part }))} />
    </ShipmentForm>
  );
}
