import { type ReactNode } from 'react';
import { fullName } from '../text/full-name';
import { type AddressDetails } from './address-fields';

/** An address as it stands on a parcel, with what the courier is told. */
export function PostalAddress({ of }: { readonly of: AddressDetails }): ReactNode {
  const lines = [
    fullName(of),
    of.company,
    of.address_1,
    of.address_2,
    [of.postcode, of.city].filter(Boolean).join(' '),
    of.county,
    of.country.data.name,
    of.phone,
    of.email,
    of.instructions,
  ];
  return (
    <span className="address" dir="auto">
      {lines.filter(Boolean).join('\n')}
    </span>
  );
}
