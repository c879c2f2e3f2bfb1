import { Between, IsNull, type FindOptionsWhere } from 'typeorm';
import { canonicalDecimal } from '../../../kernel/decimal';
import { isId } from '../../../kernel/ids';
import { parseAmount } from '../../../kernel/money';
import { type Filter } from './listing';

function where<T>(property: keyof T & string, value: unknown): FindOptionsWhere<T> {
  return { [property]: value } as FindOptionsWhere<T>;
}

/** Empty text filters for what is not set; anything else must be read by `parse`. */
function filter<T>(property: keyof T & string, parse: (text: string) => unknown): Filter<T> {
  return (text) => {
    if (text === '') return where(property, IsNull());
    const value = parse(text);
    return value === undefined ? undefined : where(property, value);
  };
}

/** Text, to the letter. */
export const byText = <T>(property: keyof T & string): Filter<T> => filter(property, (text) => text);

/** An id. */
export const byId = <T>(property: keyof T & string): Filter<T> =>
  filter(property, (text) => (isId(text) ? text : undefined));

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

/** An instant as shown, to the second. */
export const byTime = <T>(property: keyof T & string): Filter<T> =>
  filter(property, (text) => {
    if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return undefined;
    const start = Date.parse(`${text.replace(' ', 'T')}Z`);
    return Number.isNaN(start) ? undefined : Between(new Date(start), new Date(start + 999));
  });

/** The filters every store object has. */
export function commonFilters<T extends { id: string; createdAt: Date; updatedAt: Date }>(): Record<string, Filter<T>> {
  return { id: byId<T>('id'), created_at: byTime<T>('createdAt'), updated_at: byTime<T>('updatedAt') };
}
