import { type ApiPropertyOptions, getSchemaPath } from '@nestjs/swagger';
import { ValidationFailed } from '../../kernel/errors';
import { isId } from '../../kernel/ids';
import { FieldProblem } from '../../kernel/fields/field-problem';
import { AddressDetailsDto, readAddressDetails } from '../customers/address-details';
import { type AddressInput } from './order-references';

/**
 * An address of an order: an id, or details in bracket notation, as JSON text or as a JSON object.
 * @param field its name, for the paths of faults inside the details: `bill_to.city`
 */
export function addressParser(field: string): (raw: unknown) => AddressInput | FieldProblem {
  return (raw) => {
    if (typeof raw === 'string' && isId(raw.trim())) return { id: raw.trim() };
    if (typeof raw !== 'object' && !(typeof raw === 'string' && raw.trim().startsWith('{'))) {
      return new FieldProblem('must be the id of an address, or address details');
    }
    try {
      return { details: readAddressDetails(raw, field) };
    } catch (error) {
      if (error instanceof ValidationFailed) return new FieldProblem('must be address details', error.errors);
      throw error;
    }
  };
}

/** The schema of an address field. */
export function addressSchema(...words: readonly string[]): ApiPropertyOptions {
  const named = words.length === 0 ? [] : [{ type: 'string', enum: [...words] }];
  return {
    oneOf: [{ type: 'string', pattern: '^[1-9][0-9]{0,18}$' }, ...named, { $ref: getSchemaPath(AddressDetailsDto) }],
  };
}
