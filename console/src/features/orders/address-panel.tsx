import { Button } from '@mantine/core';
import { type ReactNode } from 'react';
import { queries, store, type Versioned } from '../../shared/api/store';
import { t, type TextKey } from '../../shared/text/text';
import { addressFields, addressValues, ORDER_ADDRESS, useCountries } from '../../shared/ui/address-fields';
import { formBody, type FormField, type FormValues } from '../../shared/ui/form-field';
import { Section } from '../../shared/ui/page';
import { ChangeForm } from '../../shared/ui/record-section';
import { type Order, readingOrder } from './order';

/** The addresses of an order with the title of the form that changes each, which also names the button that shows it. */
export const ADDRESS_FORMS = {
  bill_to: 'orders.bill-to.change',
  ship_to: 'orders.ship-to.change',
} as const satisfies Record<string, TextKey>;

/** An address of an order, by its field. */
export type OrderAddress = keyof typeof ADDRESS_FORMS;

/** The address that the page's own address names to be changed. */
export function orderAddressOf(name: string | undefined): OrderAddress | undefined {
  return name === 'bill_to' || name === 'ship_to' ? name : undefined;
}

/** Changes an address of an order. */
export function AddressPanel({
  of,
  address,
  close,
}: {
  readonly of: Versioned<Order>;
  readonly address: OrderAddress;
  readonly close: () => void;
}): ReactNode {
  const { id } = of.record;
  const reading = readingOrder(id);
  const countries = useCountries();
  // The API names its fields as parts of the order: `bill_to.city`.
  const prefix = `${address}.`;
  const values = (order: Order): FormValues => {
    const now = order[address]?.data;
    return renamed({ ...addressValues(now), email: now?.email ?? '' }, (name) => prefix + name);
  };
  const fields = addressFields(countries, ORDER_ADDRESS);
  return (
    <Section title={t(ADDRESS_FORMS[address])}>
      <ChangeForm
        of={of}
        reading={reading}
        fields={fields.map((field): FormField => ({ ...field, name: prefix + field.name }))}
        values={values}
        done={t('address.saved')}
        save={async (changed, headers) => {
          // The API takes an address as a whole: the rest is that of the version which the headers name, the one read last.
          const { record } = queries.getQueryData(reading.queryKey) ?? of;
          const whole = renamed({ ...values(record), ...changed }, (name) => name.slice(prefix.length));
          const body = { [address]: formBody(whole) };
          await store.PUT('/v1/orders/{order_id}', { params: { path: { order_id: id } }, headers, body });
          close();
        }}
      />
      <Button variant="default" mt="xs" onClick={close}>
        {t('action.cancel')}
      </Button>
    </Section>
  );
}

function renamed(values: FormValues, rename: (name: string) => string): FormValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [rename(name), value]));
}
