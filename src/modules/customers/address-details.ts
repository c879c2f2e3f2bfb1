import { ValidateBy } from 'class-validator';
import { COUNTRY_CODES, needsPostcode } from '../../kernel/iso-codes';
import { type FieldParser, FieldProblem, isUnset, REQUIRED } from '../../kernel/fields/field-problem';
import { textParser } from '../../kernel/fields/field-parsers';
import { Field, TextField } from '../../platform/http/fields/fields';

/** The fields of an address, in an address book and in an order. */
export interface AddressDetails {
  readonly saveAs: string | null;
  readonly company: string | null;
  readonly firstName: string;
  /** Empty for a person with one name. */
  readonly lastName: string;
  readonly address1: string;
  readonly address2: string | null;
  readonly city: string | null;
  readonly county: string | null;
  /** Empty where the country has none. */
  readonly postcode: string;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  readonly phone: string | null;
  readonly instructions: string | null;
}

const countryText = textParser(255);

const countryParser: FieldParser<string> = (raw) => {
  const code = countryText(raw);
  if (code instanceof FieldProblem) return code;
  const upper = code.toUpperCase();
  return COUNTRY_CODES.has(upper) ? upper : new FieldProblem('must be a country code of ISO 3166-1 alpha-2');
};

/** Names the postcode as required, unless the country is one without (wire.md 7). */
const RequiredByCountry = (): PropertyDecorator =>
  ValidateBy({
    name: 'postcode',
    validator: {
      validate: (value: unknown, args) =>
        !isUnset(value) || !needsPostcode((args?.object as AddressDetailsDto).country),
      defaultMessage: () => `postcode ${REQUIRED}`,
    },
  });

/** The fields of an address (wire.md 7): a new one in an address book, or one typed into an order. */
export class AddressDetailsDto {
  @TextField({ description: 'Name of the address for the customer.', example: 'Home' })
  save_as?: string | null;

  @TextField({ description: 'Company.' })
  company?: string | null;

  @TextField({ required: true, description: 'First name.', example: 'Ada' })
  first_name!: string;

  @TextField({ description: 'Last name.', example: 'Lovelace' })
  last_name?: string | null;

  @TextField({ required: true, description: 'First line of the address.', example: '12 High Street' })
  address_1!: string;

  @TextField({ description: 'Second line of the address.' })
  address_2?: string | null;

  @TextField({ description: 'City.', example: 'Bath' })
  city?: string | null;

  @TextField({ description: 'County, state or region.' })
  county?: string | null;

  @RequiredByCountry()
  @TextField({ description: 'Postal code. Required in a country that has postal codes.', example: 'BA1 1AA' })
  postcode?: string | null;

  @Field(
    countryParser,
    { type: 'string', pattern: '^[A-Za-z]{2}$' },
    { required: true, kind: 'country', description: 'Country code of ISO 3166-1 alpha-2.', example: 'GB' },
  )
  country!: string;

  @TextField({ description: 'Telephone.' })
  phone?: string | null;

  @TextField({ max: 1024, description: 'Instructions for the courier, up to 1024 characters in several lines.' })
  instructions?: string | null;

  /** All details, null for what was left out. */
  toDetails(): AddressDetails {
    return addressDetails(this);
  }
}

/** @returns the details of a body as read: null for what was left out, empty text for a last name or postcode */
export function addressDetails(dto: AddressDetailsDto): AddressDetails {
  return {
    saveAs: dto.save_as ?? null,
    company: dto.company ?? null,
    firstName: dto.first_name,
    lastName: dto.last_name ?? '',
    address1: dto.address_1,
    address2: dto.address_2 ?? null,
    city: dto.city ?? null,
    county: dto.county ?? null,
    postcode: dto.postcode ?? '',
    country: dto.country,
    phone: dto.phone ?? null,
    instructions: dto.instructions ?? null,
  };
}
