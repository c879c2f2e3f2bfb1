import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { ValidationFailed } from '../../../kernel/errors';
import { FieldProblem } from '../../../kernel/fields/field-problem';
import { keepUnknownFields } from './unknown-fields';

/** Key of the function of a body class that turns what was read into a row of an entity (platform/resources). */
export const ROW_OF = Symbol('storekeeper:row-of');

/** Classes of bodies end in `Dto`; other parameters (text, lists) pass as they are. */
export function isDto(type: unknown): type is new () => object {
  return typeof type === 'function' && type.name.endsWith('Dto');
}

function messages(faults: readonly ValidationError[]): Record<string, readonly string[]> {
  const errors: Record<string, readonly string[]> = {};
  for (const fault of faults) {
    const nested = fault.value instanceof FieldProblem ? fault.value.nested : undefined;
    if (nested) Object.assign(errors, nested);
    else errors[fault.property] = Object.values(fault.constraints ?? {});
  }
  return errors;
}

/**
 * Reads a parsed body into a DTO.
 * @throws ValidationFailed naming every field at fault
 */
export function readDto<T extends object>(dto: new () => T, body: unknown): T {
  const value = plainToInstance(dto, body ?? {});
  const faults = validateSync(value, { whitelist: true, forbidUnknownValues: false });
  if (faults.length > 0) throw new ValidationFailed(messages(faults));
  const { [ROW_OF]: rowOf } = dto as { readonly [ROW_OF]?: (read: T) => T };
  const read = rowOf === undefined ? value : rowOf(value);
  keepUnknownFields(value, body, read);
  return read;
}

/**
 * Every `@Body()` typed with a DTO class is read by {@link readDto}. Unknown fields are ignored, unless the class refuses them
 * (wire.md 1). In a part of the path a NUL becomes U+FFFD: no stored text has one, one driver refuses to look for it, and so each
 * path says what it did not find.
 * @throws ValidationFailed
 */
@Injectable()
export class DtoPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type === 'param' && typeof value === 'string') return value.replaceAll('\0', '\ufffd');
    return type === 'body' && isDto(metatype) ? readDto(metatype, value) : value;
  }
}
