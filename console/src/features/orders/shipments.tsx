import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
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

const unshipped = (order: Order): readonly LineUnits[] => unitsOf(order).filter(({ left }) => left > 0);

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
  const label = [carrier, number].filter(Boolean).join(' ') || t('shipment.parcel');
  // Anything else than http would be a way to run script.
  const isLink = url !== null && /^https?:\/\//i.test(url);
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
        <ConfirmButton
          label={t('shipment.remove')}
          question={t(isDispatched ? 'shipment.remove.of-dispatched' : 'shipment.remove.question')}
          change={remove}
        />
      )}
    </Group>
  );
}

function NewShipment({ order, close }: OfOrder & { readonly close: () => void }): ReactNode {
  const left = unshipped(order);
  const [first] = useState<Readonly<Record<string, number>>>(() =>
    Object.fromEntries(left.map((item) => [item.sku, item.toShip])),
  );
  const [units, setUnits] = useState(first);
  const [texts, setTexts] = useState({ carrier: '', tracking_number: '', tracking_url: '' });
  const isCounted = Object.entries(units).some(([sku, count]) => count !== first[sku]);
  useUnsaved(isCounted || Object.values(texts).some((text) => text !== ''));
  const ship = useChange(
    () =>
      store.POST('/v1/orders/{order_id}/shipments', {
        params: { path: { order_id: order.id } },
        body: {
          items: Object.entries(units).flatMap(([sku, quantity]) => (quantity > 0 ? [{ sku, quantity }] : [])),
          ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== '')),
        },
      }),
    t('shipment.done'),
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void ship.mutateAsync(undefined).then(close, () => undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        {left.map(({ sku, title, left: most }) => (
          <NumberInput
            key={sku}
            label={t('shipment.units-of', { title, most })}
            min={0}
            max={most}
            allowDecimal={false}
            value={units[sku] ?? 0}
            onChange={(value) => setUnits((now) => ({ ...now, [sku]: Number(value) }))}
          />
        ))}
        {(['carrier', 'tracking_number', 'tracking_url'] as const).map((name) => (
          <TextInput
            key={name}
            label={t(`shipment.${name}`)}
            value={texts[name]}
            onChange={({ currentTarget: { value } }) => setTexts((now) => ({ ...now, [name]: value }))}
          />
        ))}
        <ErrorPanel error={ship.error} />
        <Group>
          <Button type="submit" loading={ship.isPending} disabled={Object.values(units).every((count) => count === 0)}>
            {t('shipment.submit')}
          </Button>
          <Button variant="default" onClick={close}>
            {t('action.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
