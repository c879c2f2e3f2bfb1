import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { countryName } from '../../kernel/iso-codes';
import { fullName } from '../../kernel/full-name';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { type AddressDetails } from './address-details';
import { type Address } from './data/address.entity';
import { addressListing } from './data/address.listing';

export type { Address };

class CountryDataRecord {
  @ApiProperty({ type: String, description: 'Country code of ISO 3166-1 alpha-2.', example: 'GB' })
  code!: string;

  @ApiProperty({ type: String, example: 'United Kingdom' })
  name!: string;
}

class CountryRecord {
  @ApiProperty({ type: String, description: 'Name of the country in English.', example: 'United Kingdom' })
  value!: string;

  @ApiProperty({ type: CountryDataRecord })
  data!: CountryDataRecord;
}

/** The details of an address as the API answers them, saved or not. */
export class AddressDetailsRecord {
  @ApiProperty({ type: String, nullable: true, description: 'Name of the address for the customer.' })
  save_as!: string | null;

  @ApiProperty({ type: String, nullable: true })
  company!: string | null;

  @ApiProperty({ type: String, example: 'Ada' })
  first_name!: string;

  @ApiProperty({ type: String, description: 'Empty for a person with one name.', example: 'Lovelace' })
  last_name!: string;

  @ApiProperty({ type: String, example: '12 High Street' })
  address_1!: string;

  @ApiProperty({ type: String, nullable: true })
  address_2!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Bath' })
  city!: string | null;

  @ApiProperty({ type: String, nullable: true })
  county!: string | null;

  @ApiProperty({ type: String, description: 'Empty if the address has none.', example: 'BA1 1AA' })
  postcode!: string;

  @ApiProperty({ type: CountryRecord })
  country!: CountryRecord;

  @ApiProperty({ type: String, nullable: true })
  phone!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Instructions for the courier; may have several lines.' })
  instructions!: string | null;
}

/** An address of a customer as the API answers it (wire.md 7). */
@ListedBy(addressListing, { country: 'Country code of ISO 3166-1 alpha-2.' })
export class AddressRecord extends AddressDetailsRecord {
  @ApiProperty({ type: String, example: '890123456789012345' })
  id!: string;

  @ApiProperty({ type: String, description: 'Id of the customer.', example: '890123456789012344' })
  customer_id!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  created_at!: string;

  @ApiProperty({ type: String, example: '2026-01-31 12:00:00' })
  updated_at!: string;
}

/** @returns the record of address details, e.g. those typed into an order */
export function addressDetailsRecord(details: AddressDetails): AddressDetailsRecord {
  const name = countryName(details.country);
  return {
    save_as: details.saveAs,
    company: details.company,
    first_name: details.firstName,
    last_name: details.lastName,
    address_1: details.address1,
    address_2: details.address2,
    city: details.city,
    county: details.county,
    postcode: details.postcode,
    country: { value: name, data: { code: details.country, name } },
    phone: details.phone,
    instructions: details.instructions,
  };
}

/** @returns the record of an address */
export function addressRecord(address: Address): AddressRecord {
  return {
    id: address.id,
    customer_id: address.customerId,
    ...addressDetailsRecord(address),
    created_at: wireTime(address.createdAt),
    updated_at: wireTime(address.updatedAt),
  };
}

/** The text a relation shows for an address (wire.md 2): `Ada Lovelace, 12 High Street, Bath, BA1 1AA, GB`. */
export function addressLabel(details: AddressDetails): string {
  const { address1, address2, city, postcode, country } = details;
  const parts = [fullName(details.firstName, details.lastName), address1, address2, city, postcode, country];
  return parts.filter(Boolean).join(', ');
}
