import { ValidationFailed } from '../../../kernel/errors';
import { asJson, asList } from '../../../platform/http/body/field.shapes';
import { readDto } from '../../../platform/http/fields/dto.pipe';
import { type FieldParser, FieldProblem } from '../../../kernel/fields/field-problem';

type Messages = Record<string, readonly string[]>;

function isMap(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads one object; its faults go into `faults` by their whole path. */
function readOne<T extends object>(dto: new () => T, raw: unknown, path: string, faults: Messages): T | undefined {
  try {
    if (isMap(raw)) return readDto(dto, raw);
    faults[path] = [`${path} must be an object`];
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    for (const [field, messages] of Object.entries(error.errors)) {
      faults[`${path}.${field}`] = messages.map((message) => `${path}.${message}`);
    }
  }
  return undefined;
}

/** An object of the fields of `dto`, in any of the three ways it can be sent (wire.md 1). @param name of the field */
export function objectParser<T extends object>(dto: new () => T, name: string): FieldParser {
  return (raw) => {
    const faults: Messages = {};
    const value = shaped(() => (typeof raw === 'string' ? asJson(raw) : raw));
    if (value instanceof FieldProblem) return value;
    const read = readOne(dto, value, name, faults);
    return read ?? new FieldProblem('is not valid', faults);
  };
}

/** A list of such objects, positions from 0 in the paths of faults: `items.0.price`. */
export function listParser<T extends object>(dto: new () => T, name: string): FieldParser {
  return (raw) => {
    const list = shaped(() => asList(raw));
    if (list instanceof FieldProblem) return list;
    const faults: Messages = {};
    const read = list.map((item, i) => readOne(dto, item, `${name}.${i}`, faults));
    return Object.keys(faults).length > 0 ? new FieldProblem('is not valid', faults) : read;
  };
}

/** A list of plain texts; one alone may be sent as it is. */
export const textsParser: FieldParser = (raw) => {
  const isList = typeof raw === 'object' || (typeof raw === 'string' && raw.trim().startsWith('['));
  const list = shaped(() => (isList ? asList(raw) : [raw]));
  if (list instanceof FieldProblem) return list;
  return list.every((text) => typeof text === 'string' && text.length <= 255)
    ? list.map((text) => String(text).trim())
    : new FieldProblem('must be a list of texts');
};

/** A list of objects, each as it was sent. @param name of the field */
export function objectsParser(name: string): FieldParser {
  return (raw) => {
    const list = shaped(() => asList(raw));
    if (list instanceof FieldProblem) return list;
    const faults = list.flatMap((item, i) => (isMap(item) ? [] : [`${name}.${i}`]));
    if (faults.length === 0) return list;
    return new FieldProblem(
      'is not valid',
      Object.fromEntries(faults.map((path) => [path, [`${path} must be an object`]])),
    );
  };
}

function shaped<T>(read: () => T): T | FieldProblem {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return new FieldProblem(error.message);
    throw error;
  }
}
