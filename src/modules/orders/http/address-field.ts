import { type ApiPropertyOptions, getSchemaPath } from '@nestjs/swagger';
import { ValidationFailed } from '../../../kernel/errors';
import { isId } from '../../../kernel/ids';
import { asJson } from '../../../platform/http/body/field.shapes';
import { FieldProblem } from '../../../platform/http/field-problem';
import { AddressDetailsDto, readAddressDetails } from '../../customers/address-details';
import { type AddressInput } from '../order-references';

const NEITHER = 'must be the id of an address, or address details';

/**
 * An address of an order: an id, or details in bracket notation, as JSON text or as a JSON object.
 * @param field its name, for the paths of faults inside the details: `bill_to.city`
 */
export function addressParser(field: string): (raw: unknown) => AddressInput | FieldProblem {
  return (raw) => {
    if (typeof raw === 'string' && isId(raw.trim())) return { id: raw.trim() };
    if (typeof raw !== 'object' && !(typeof raw === 'string' && raw.trim().startsWith('{'))) return new FieldProblem(NEITHER);
    try {
      return { details: readAddressDetails(asJson(raw)) };
    } catch (error) {
      if (error instanceof ValidationFailed) return new FieldProblem(NEITHER, below(field, error.errors));
      if (error instanceof RangeError) return new FieldProblem(NEITHER);
      throw error;
    }
  };
}

function below(field: string, errors: Readonly<Record<string, readonly string[]>>): Record<string, readonly string[]> {
  const moved = Object.entries(errors).map(([name, messages]): [string, string[]] => [
    `${field}.${name}`,
    messages.map((message) => `${field}.${message}`),
  ]);
  return Object.fromEntries(moved);
}

/** The schema of an address field. */
export function addressSchema(...words: readonly string[]): ApiPropertyOptions {
  const named = words.length === 0 ? [] : [{ type: 'string', enum: [...words] }];
  return {
    oneOf: [{ type: 'string', pattern: '^[1-9][0-9]{0,18}$' }, ...named, { $ref: getSchemaPath(AddressDetailsDto) }],
  } as ApiPropertyOptions;
}
