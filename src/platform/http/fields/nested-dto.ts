import { ValidationFailed } from '../../../kernel/errors';
import { textsOf } from '../../../kernel/fields/field-parsers';
import { type FieldParser, FieldProblem } from '../../../kernel/fields/field-problem';
import { FieldFault, invalidField } from '../body/field.rules';
import { asJson, asList } from '../body/field.shapes';
import { readDto } from './dto.pipe';

type Messages = Record<string, readonly string[]>;

const NO_OBJECT = 'must be an object';

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a value that has a shape. @param fault the message when it has another; undefined: that of the reader */
function shaped<T>(field: string, read: () => T, fault?: string): T | FieldProblem {
  try {
    return read();
  } catch (error) {
    if (error instanceof FieldFault) {
      return new FieldProblem(error.message, invalidField([field, ...error.path], error.message).errors);
    }
    if (error instanceof RangeError) return new FieldProblem(fault ?? error.message);
    throw error;
  }
}

/** Reads one object. Its faults go into `faults` by their whole path. */
function readOne<T extends object>(dto: new () => T, raw: unknown, path: string, faults: Messages): T | undefined {
  try {
    if (isMap(raw)) return readDto(dto, raw);
    faults[path] = [`${path} ${NO_OBJECT}`];
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    for (const [name, messages] of Object.entries(error.errors)) {
      faults[`${path}.${name}`] = messages.map((message) => `${path}.${message}`);
    }
  }
  return undefined;
}

/**
 * Reads a field whose value is an object: bracket notation, JSON text or a JSON object (wire.md 1).
 * @param field its name, for the paths of faults inside: `data.number`
 */
export function nestedParser<T extends object>(dto: new () => T, field: string): FieldParser<T> {
  return (raw) => {
    const sent = shaped(field, () => asJson(raw), NO_OBJECT);
    if (sent instanceof FieldProblem) return sent;
    if (!isMap(sent)) return new FieldProblem(NO_OBJECT);
    const faults: Messages = {};
    return readOne(dto, sent, field, faults) ?? new FieldProblem('is not valid', faults);
  };
}

/** Reads a field whose value is a list, in any of the ways to send one (wire.md 1). Its entries are as they were sent. */
export function listParser(field: string, most = Infinity): FieldParser<unknown[]> {
  return (raw) => {
    const list = shaped(field, () => asList(raw));
    const isTooLong = !(list instanceof FieldProblem) && list.length > most;
    return isTooLong ? new FieldProblem(`must have at most ${most} entries`) : list;
  };
}

/** Reads a list of objects. Paths of faults have positions from 0: `items.0.price`. */
export function nestedListParser<T extends object>(dto: new () => T, field: string, most?: number): FieldParser<T[]> {
  const parse = listParser(field, most);
  return (raw) => {
    const list = parse(raw);
    if (list instanceof FieldProblem) return list;
    const faults: Messages = {};
    const read = list.flatMap((item, i) => readOne(dto, item, `${field}.${i}`, faults) ?? []);
    return Object.keys(faults).length > 0 ? new FieldProblem('is not valid', faults) : read;
  };
}

/** Reads a list of objects, each as it was sent. */
export function objectsParser(field: string, most?: number): FieldParser<object[]> {
  const parse = listParser(field, most);
  return (raw) => {
    const list = parse(raw);
    if (list instanceof FieldProblem) return list;
    const paths = list.flatMap((item, i) => (isMap(item) ? [] : [`${field}.${i}`]));
    const faults = Object.fromEntries(paths.map((path) => [path, [`${path} ${NO_OBJECT}`]]));
    return paths.length > 0 ? new FieldProblem('is not valid', faults) : (list as object[]);
  };
}

/** Reads a list of texts; one alone may be sent as it is. */
export function textsParser(field: string): FieldParser<string[]> {
  const parse = listParser(field);
  return (raw) => {
    const isList = typeof raw === 'object' || (typeof raw === 'string' && raw.trim().startsWith('['));
    const list = isList ? parse(raw) : [raw];
    return list instanceof FieldProblem ? list : textsOf(list);
  };
}
