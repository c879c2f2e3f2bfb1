import { type Amount, amountText, MAX_AMOUNT, parseAmount } from '../../../kernel/money';
import { isExactNumber } from '../../../kernel/decimal';
import { type FieldErrorList } from './field-error-list';
import { readList } from './list-value';

const CHOICES: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);
/** What a whole number column holds. */
const MAX_WHOLE = 2_147_483_647;
const MAX_TEXT = 255;
const MOST = `must be at most ${amountText(MAX_AMOUNT)}`;

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
    return value === null || value === '' ? undefined : value;
  }

  /** A field that must be there. @returns whether it is */
  require(field: string): boolean {
    const isThere = this.value(field) !== undefined;
    if (!isThere) this.errors.add(field, 'is required');
    return isThere;
  }

  /** Text of a field, a number by its decimal text; null when unset. @param max characters */
  text(field: string, max = MAX_TEXT): string | null {
    const value = this.value(field);
    if (value === undefined) return null;
    const text = scalarText(value);
    if (text === null) return this.refuse(field, 'must be text');
    return [...text].length > max ? this.refuse(field, `must be at most ${max} characters`) : text;
  }

  /** A choice of 0 and 1. @param whenUnset what it then is */
  choice(field: string, whenUnset: boolean): boolean {
    const value = this.value(field);
    if (value === undefined) return whenUnset;
    const text = typeof value === 'boolean' ? String(value) : scalarText(value);
    const choice = CHOICES.get(text?.trim().toLowerCase() ?? '');
    if (choice === undefined) this.errors.add(field, 'must be 0 or 1');
    return choice ?? whenUnset;
  }

  /** An amount of zero or above with up to four decimals; `0n` when unset. */
  amount(field: string): Amount {
    const value = this.value(field);
    if (value === undefined) return 0n;
    try {
      const amount = parseAmount(scalarText(value) ?? '');
      return amount < 0n ? (this.refuse(field, 'must not be negative') ?? 0n) : amount;
    } catch (error) {
      const isTooLarge = (error as Error).message === 'too large';
      const message = isTooLarge ? MOST : 'must be a decimal number with at most 4 decimals';
      return this.refuse(field, message) ?? 0n;
    }
  }

  /** A whole number; 0 when unset. @param min the least it may be */
  whole(field: string, min: number): number {
    const value = this.value(field);
    if (value === undefined) return 0;
    const text = scalarText(value) ?? '';
    const number = /^[+-]?\d{1,10}$/.test(text) ? Number(text) : NaN;
    if (number >= min && number <= MAX_WHOLE) return number;
    return this.refuse(field, `must be a whole number between ${min} and ${MAX_WHOLE}`) ?? 0;
  }

  /** A date that exists, `YYYY-MM-DD`; null when unset. */
  date(field: string): string | null {
    const value = this.value(field);
    if (value === undefined) return null;
    const text = scalarText(value) ?? '';
    return isRealDate(text) ? text : this.refuse(field, 'must be a date of the form YYYY-MM-DD');
  }

  /** A list of texts, in JSON text too; empty when unset. */
  texts(field: string): readonly string[] {
    const value = this.value(field);
    if (value === undefined) return [];
    const list = readList(typeof value === 'string' ? decodeJson(value) : value)?.map(scalarText);
    if (list?.every((text) => text !== null && text.length <= MAX_TEXT)) return list.map(String);
    this.errors.add(field, 'must be a list of ids');
    return [];
  }

  private refuse(field: string, message: string): null {
    this.errors.add(field, message);
    return null;
  }
}

function scalarText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return isExactNumber(value) ? String(value) : null;
}

function decodeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRealDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
