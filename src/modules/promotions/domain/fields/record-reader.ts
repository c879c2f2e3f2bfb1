import {
  amountParser,
  booleanParser,
  dayParser,
  idParser,
  integerParser,
  sentTextParser,
  textsOf,
} from '../../../../kernel/fields/field-parsers';
import { type FieldParser, FieldProblem, isUnset, REQUIRED } from '../../../../kernel/fields/field-problem';
import { type Amount } from '../../../../kernel/money';
import { type FieldErrorList } from './field-error-list';
import { decodeJson, readList } from './list-value';

/** The largest number in a column of whole numbers. */
const MAX_WHOLE = 2_147_483_647;
const MAX_TEXT = 255;
const readAmount = amountParser();

/**
 * Reads the fields of a record as the wire or the database has them (wire.md 1): a missing, null or empty field is
 * unset, which is a fault where the field is required. What cannot be read leaves a message and a harmless value.
 */
export class RecordReader {
  constructor(
    private readonly record: Readonly<Record<string, unknown>>,
    readonly errors: FieldErrorList,
  ) {}

  /** The value of a field; undefined when it is unset. */
  value(field: string): unknown {
    const value = Object.hasOwn(this.record, field) ? this.record[field] : undefined;
    return isUnset(value) ? undefined : value;
  }

  /** A field that must be there. @returns whether it is */
  require(field: string): boolean {
    const isThere = this.value(field) !== undefined;
    if (!isThere) this.errors.add(field, REQUIRED);
    return isThere;
  }

  /** Text of a field as it was sent, on one line where `max` is 255 or less; null when unset. @param max characters */
  text(field: string, max = MAX_TEXT): string | null {
    return this.read(field, sentTextParser(max), null);
  }

  /** A choice of 0 and 1. @param whenUnset what it then is */
  choice(field: string, whenUnset: boolean): boolean {
    return this.read(field, booleanParser, whenUnset);
  }

  /** An amount of zero or above with up to four decimals; `0n` when unset. */
  amount(field: string): Amount {
    return this.read(field, readAmount, 0n);
  }

  /** A whole number; 0 when unset. @param least the least it may be */
  whole(field: string, least: number): number {
    return this.read(field, integerParser(least, MAX_WHOLE), 0);
  }

  /** A date that exists, `YYYY-MM-DD`; null when unset. */
  date(field: string): string | null {
    return this.read(field, dayParser, null);
  }

  /** An id; null when unset, or 0, which clients send for none. */
  id(field: string): string | null {
    return this.read(field, parseId, null);
  }

  /** A list of texts, in JSON text too; empty when unset. */
  texts(field: string): readonly string[] {
    return this.read(field, parseTexts, []);
  }

  private read<T>(field: string, parse: FieldParser<T>, whenUnset: T): T {
    const value = this.value(field);
    if (value === undefined) return whenUnset;
    const read = parse(value);
    if (!(read instanceof FieldProblem)) return read;
    this.errors.add(field, read.message);
    return whenUnset;
  }
}

function parseId(raw: unknown): string | null | FieldProblem {
  return raw === '0' || raw === 0 ? null : idParser(raw);
}

function parseTexts(raw: unknown): readonly string[] | FieldProblem {
  const list = readList(typeof raw === 'string' ? decodeJson(raw) : raw);
  return list === undefined ? new FieldProblem('must be a JSON array') : textsOf(list);
}
