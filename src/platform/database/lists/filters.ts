import { Between, type FindOptionsWhere, In, IsNull, LessThanOrEqual, MoreThanOrEqual } from 'typeorm';
import { canonicalDecimal } from '../../../kernel/decimal';
import { ValidationFailed } from '../../../kernel/errors';
import { emailKey } from '../../../kernel/fields/field-parsers';
import { isId } from '../../../kernel/ids';
import { parseLastInstant } from '../../../kernel/times/instant';
import { parseAmount } from '../../../kernel/money';
import { type Filter, type FilterCondition, MAX_VALUES } from './listing';
import { byInstant } from './time-range';

/** The condition that a property has a value. */
export function where<T>(property: keyof T & string, value: unknown): FindOptionsWhere<T> {
  return { [property]: value } as FindOptionsWhere<T>;
}

/** A filter whose values have no comma in them: {@link Filter.takes} `one`. */
export function oneValue<T>(read: (text: string) => FilterCondition<T> | undefined): Filter<T> {
  return Object.assign((text: string) => read(text), { takes: 'one' as const });
}

/**
 * One of a few words, in any case.
 * @throws ValidationFailed by the filter, naming them (orders-and-payments.md 33)
 */
export function byChoice<T, Choice extends string>(
  field: string,
  choices: readonly Choice[],
  conditionOf: (choice: Choice) => FilterCondition<T>,
): Filter<T> {
  return oneValue((text) => {
    const choice = choices.find((one) => one === text.toLowerCase());
    if (choice === undefined) throw ValidationFailed.of(field, `must be one of ${choices.join(', ')}`);
    return conditionOf(choice);
  });
}

/** Empty text filters for what is not set; anything else must be read by `parse`. */
function filter<T>(property: keyof T & string, parse: (text: string) => unknown): Filter<T> {
  return oneValue((text) => {
    if (text === '') return where(property, IsNull());
    const value = parse(text);
    return value === undefined ? undefined : where(property, value);
  });
}

/** Text, to the letter. */
export const byText = <T>(property: keyof T & string): Filter<T> => {
  return (text) => where(property, text === '' ? IsNull() : text);
};

/** An e-mail address, in any case. */
export const byEmail = <T>(property: keyof T & string): Filter<T> => {
  const byKey = byText<T>(property);
  return (text) => byKey(emailKey(text));
};

/**
 * Words without commas, such as a status: one, or several separated by commas (orders-and-payments.md 33).
 * @throws ValidationFailed by the filter, when there are more than 50
 */
export const byWords = <T>(field: string, property: keyof T & string): Filter<T> => {
  const wordsOf = (text: string): string[] => text.split(',', MAX_VALUES + 1).map((word) => word.trim());
  const read = (text: string): FindOptionsWhere<T> => {
    if (text === '') return where(property, IsNull());
    const words = wordsOf(text);
    if (words.length > MAX_VALUES) throw ValidationFailed.of(field, `must be at most ${MAX_VALUES} values`);
    return where(property, In(words));
  };
  // An empty word among others is text, which no row has.
  const values = (text: string): string[] => (text === '' ? [''] : wordsOf(text).filter((word) => word !== ''));
  return Object.assign(read, { takes: 'several' as const, values });
};

/** An id. */
export const byId = <T>(property: keyof T & string): Filter<T> => {
  const read = filter<T>(property, (text) => (isId(text) ? text : undefined));
  return Object.assign(read, { values: (text: string) => [text] });
};

/** Money by value: `10`, `10.0` and `10.00` are the same. */
export const byAmount = <T>(property: keyof T & string): Filter<T> =>
  filter(property, (text) => {
    try {
      return parseAmount(text);
    } catch {
      return undefined;
    }
  });

/** A decimal kept as canonical text, e.g. a rate. */
export const byDecimal = <T>(property: keyof T & string): Filter<T> =>
  filter(property, (text) => canonicalDecimal(text) ?? undefined);

/** A whole number. */
export const byInteger = <T>(property: keyof T & string): Filter<T> =>
  filter(property, (text) => (/^[+-]?\d{1,9}$/.test(text) ? Number(text) : undefined));

/** Yes or no. */
export const byBoolean = <T>(property: keyof T & string): Filter<T> =>
  filter(property, (text) => (/^(?:1|true)$/i.test(text) ? true : /^(?:0|false)$/i.test(text) ? false : undefined));

/** Yes or no: the mark of the one default, 1 or null. */
export const byMark = <T>(property: keyof T & string): Filter<T> =>
  filter(property, (text) => (/^(?:1|true)$/i.test(text) ? 1 : /^(?:0|false)$/i.test(text) ? IsNull() : undefined));

/** An instant as shown, to the second. */
const byTime = <T>(property: keyof T & string): Filter<T> =>
  filter(property, (text) => {
    if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return undefined;
    const start = Date.parse(`${text.replace(' ', 'T')}Z`);
    return Number.isNaN(start) ? undefined : Between(new Date(start), new Date(start + 999));
  });

/**
 * A time: `<field>` as shown, `<field>[from]` and `<field>[to]`, both inclusive; a day or a second named as the end counts
 * whole (orders-and-payments.md 33).
 */
export function byTimes<T>(field: string, property: keyof T & string): Record<string, Filter<T>> {
  const [from, to] = [`${field}[from]`, `${field}[to]`];
  return {
    [field]: byTime(property),
    [from]: byInstant(from, property, MoreThanOrEqual),
    [to]: byInstant(to, property, LessThanOrEqual, parseLastInstant),
  };
}

/** The filters by time that every store object has. */
export function timeFilters<T extends { createdAt: Date; updatedAt: Date }>(): Record<string, Filter<T>> {
  return { ...byTimes<T>('created_at', 'createdAt'), ...byTimes<T>('updated_at', 'updatedAt') };
}

/** The filters every store object has. */
export function commonFilters<T extends { id: string; createdAt: Date; updatedAt: Date }>(): Record<string, Filter<T>> {
  return { id: byId<T>('id'), ...timeFilters<T>() };
}
