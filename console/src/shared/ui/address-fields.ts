import { type components } from '@storekeeper/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Choices } from '../api/choices';
import { useMay } from '../api/session';
import { reading, store } from '../api/store';
import { region } from '../text/locale';
import { t, type TextKey } from '../text/text';
import { type FormField, type FormValues } from './form-field';

/** An address of a customer or of an order; one of an order has an e-mail address. */
export type AddressDetails = Omit<components['schemas']['OrderAddressDetailsRecord'], 'email'> & {
  readonly email?: string | null;
};

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
/** The parts of an address of an order. Only the address book shows the name of an address. */
export const ORDER_ADDRESS: readonly AddressPart[] = [...TEXTS.filter((name) => name !== 'save_as'), 'email'];

type AddressPart = (typeof TEXTS)[number] | 'email';

/** The API also requires the postcode where the country has them. */
const REQUIRED: readonly string[] = ['first_name', 'address_1', 'country'];

/** The values of an address; of a new one they are empty. */
export function addressValues(address?: AddressDetails): FormValues {
  const { country, ...rest } = address ?? { country: undefined };
  const texts: Readonly<Record<string, unknown>> = { ...rest, country: country?.data.code };
  return Object.fromEntries(TEXTS.map((name) => [name, String(texts[name] ?? '')]));
}

/**
 * The fields of an address. Without countries to choose from, a person types the code of one.
 * @param parts left out: those of an address book
 */
export function addressFields(
  countries: Choices | undefined,
  parts: readonly AddressPart[] = TEXTS,
): readonly FormField[] {
  const country: Partial<FormField> =
    countries === undefined ? { help: t('address.country.help') } : { kind: 'choice', options: countries };
  return parts.map((name) => ({
    name,
    label: t(`address.${name}` satisfies TextKey),
    kind: name === 'instructions' ? 'long' : 'text',
    isRequired: REQUIRED.includes(name),
    ...(name === 'country' ? country : {}),
    ...(name === 'save_as' ? { help: t('address.save_as.help') } : {}),
  }));
}

/** The countries that the store knows, by their names in the language of the page. Undefined: the token may not read them. */
export function useCountries(): Choices | undefined {
  const mayRead = useMay()('customers:read');
  const { data } = useQuery({
    ...reading(['/v1/addresses/fields'], (signal) => store.GET('/v1/addresses/fields', { signal })),
    staleTime: Infinity,
    enabled: mayRead,
  });
  return useMemo(() => {
    if (!mayRead) return undefined;
    const names = new Intl.DisplayNames(region(), { type: 'region' });
    const codes = Object.keys(data?.result['country']?.available ?? {});
    return codes
      .map((value) => ({ value, label: names.of(value) ?? value }))
      .sort((a, b) => a.label.localeCompare(b.label, region()));
  }, [data, mayRead]);
}
