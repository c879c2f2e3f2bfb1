import { type ApiPropertyOptions, getSchemaPath } from '@nestjs/swagger';
import { type FieldParser, FieldProblem } from '../../kernel/fields/field-problem';
import { isId } from '../../kernel/ids';
import { EmailField } from '../../platform/http/fields/fields';
import { nestedParser } from '../../platform/http/fields/nested-dto';
import { AddressDetailsDto } from '../customers/address-details';
import { type AddressInput } from './order-references';

/** The details of an address of an order (interface.md, Order). Those of an address book have no e-mail address. */
export class OrderAddressDto extends AddressDetailsDto {
  @EmailField({ description: 'E-mail address for this order. The address book does not keep it.' })
  email?: string | null;
}

const NO_ADDRESS = 'must be the id of an address, or address details';

/**
 * Reads an address of an order: an id, or details in bracket notation, as JSON text or as a JSON object.
 * @param field its name, for the paths of faults inside the details: `bill_to.city`
 */
function addressParser(field: string): FieldParser<AddressInput> {
  const details = nestedParser(OrderAddressDto, field);
  return (raw) => {
    if (typeof raw === 'string' && isId(raw.trim())) return { id: raw.trim() };
    const read = details(raw);
    if (!(read instanceof FieldProblem)) {
      return { details: read.toDetails(), ...(read.email && { email: read.email }) };
    }
    return read.nested === undefined ? new FieldProblem(NO_ADDRESS) : read;
  };
}

/** Reads an address of an order, or the word by which it is the same as the other one. */
export function namedAddressParser<Word extends 'bill_to' | 'ship_to'>(
  field: string,
  other: Word,
): FieldParser<AddressInput | Word> {
  const address = addressParser(field);
  return (raw) => (raw === other ? other : address(raw));
}

/** The schema of an address field. */
export function addressSchema(...words: readonly string[]): ApiPropertyOptions {
  const named = words.length === 0 ? [] : [{ type: 'string', enum: [...words] }];
  return {
    oneOf: [{ type: 'string', pattern: '^[1-9][0-9]{0,18}$' }, ...named, { $ref: getSchemaPath(OrderAddressDto) }],
  };
}
