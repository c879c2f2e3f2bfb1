import { type components } from '@storekeeper/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Choices } from '../../shared/api/choices';
import { reading, readingRecord, store } from '../../shared/api/store';
import { region } from '../../shared/text/locale';
import { t, type TextKey } from '../../shared/text/text';
import { type FormField, type FormValues } from '../../shared/ui/form-field';

/** An address of a customer. */
export type Address = components['schemas']['AddressRecord'];

const TEXTS = [
  'save_as',
  'first_name',
  'last_name',
  'company',
  'address_1',
  'address_2',
  'postcode',
  'city',
  'county',
  'country',
  'phone',
  'instructions',
] as const;
const REQUIRED: readonly string[] = ['first_name', 'last_name', 'address_1', 'postcode', 'country'];

/** Addresses of a customer's page: a bound for it. Those made last are shown. */
export const MOST_ADDRESSES = 100;

/** The addresses of a customer, the newest first. */
export const readingAddresses = (customer: string) =>
  reading(['/v1/customers', customer, 'addresses'], (signal) =>
    store.GET('/v1/customers/{customer_id}/addresses', {
      params: { path: { customer_id: customer }, query: { limit: MOST_ADDRESSES, sort: 'created_at', order: 'desc' } },
      signal,
    }),
  );

/** An address with the tag of its version. */
export const readingAddress = (customer: string, id: string) =>
  readingRecord(['/v1/customers', customer, 'addresses', id], (signal) =>
    store.GET('/v1/customers/{customer_id}/addresses/{address_id}', {
      params: { path: { customer_id: customer, address_id: id } },
      signal,
    }),
  );

/** The values of an address; of a new one they are empty. */
export function addressValues(address?: Address): FormValues {
  const { country, ...rest } = address ?? { country: undefined };
  const texts: Readonly<Record<string, unknown>> = { ...rest, country: country?.data.code };
  return Object.fromEntries(TEXTS.map((name) => [name, String(texts[name] ?? '')]));
}

/** The fields of an address. */
export function addressFields(countries: Choices): readonly FormField[] {
  return TEXTS.map((name) => ({
    name,
    label: t(`address.${name}` satisfies TextKey),
    kind: name === 'country' ? 'choice' : name === 'instructions' ? 'long' : 'text',
    isRequired: REQUIRED.includes(name),
    ...(name === 'country' ? { options: countries } : {}),
    ...(name === 'save_as' ? { help: t('address.save_as.help') } : {}),
  }));
}

/** The countries that the store knows, by their names in the language of the page. */
export function useCountries(): Choices {
  const { data } = useQuery({
    ...reading(['/v1/addresses/fields'], (signal) => store.GET('/v1/addresses/fields', { signal })),
    staleTime: Infinity,
  });
  return useMemo(() => {
    const names = new Intl.DisplayNames(region(), { type: 'region' });
    const codes = Object.keys(data?.result['country']?.options ?? {});
    return codes
      .map((value) => ({ value, label: names.of(value) ?? value }))
      .sort((a, b) => a.label.localeCompare(b.label, region()));
  }, [data]);
}
