import { IsNull, Raw } from 'typeorm';
import { ValidationFailed } from '../../../kernel/errors';
import { wireName } from '../../../kernel/fields/wire-name';
import { where } from './filters';
import { type Filter } from './listing';

/** The longest text that is looked for. */
const MAX_PART = 255;
/** Different letters beyond ASCII in it: each is a step for every row. All of Cyrillic and of Greek are fewer. */
const MAX_LETTERS = 64;

/** The SQL that finds text by a part of it, in upper or lower case alike. */
export interface PartSought {
  /** Returns the condition for a column. */
  readonly has: (column: string) => string;
  readonly parameters: Readonly<Record<string, string>>;
}

interface Letter {
  readonly upper: string;
  readonly lower: string;
}

/** The letters beyond ASCII that have two cases, once each. */
function lettersOf(part: string): Letter[] {
  const lowers = new Set([...part].map((letter) => letter.toLowerCase()).filter((letter) => letter > '\x7f'));
  return [...lowers]
    .map((lower) => ({ lower, upper: lower.toUpperCase() }))
    .filter(({ lower, upper }) => upper !== lower && upper.toLowerCase() === lower && [...upper].length === 1);
}

/**
 * Returns the condition that text has this part. The engines agree, although `LOWER` of SQLite changes ASCII alone: the other letters
 * of the part are lowered in the column one by one.
 * @param name of its parameters, which no other condition of the statement has
 * @throws ValidationFailed when the part is empty, is longer than {@link MAX_PART} or has too many letters
 */
export function partSought(field: string, name: string, part: string): PartSought {
  if (part === '' || part.length > MAX_PART) throw ValidationFailed.of(field, `must have 1 to ${MAX_PART} characters`);
  const letters = lettersOf(part);
  if (letters.length > MAX_LETTERS)
    throw ValidationFailed.of(field, `must have at most ${MAX_LETTERS} different letters beyond ASCII`);
  const lowered = letters.reduce((text, { lower, upper }) => text.replaceAll(upper, lower), part);
  return {
    has: (column) => {
      const text = letters.reduce(
        (sql, _, at) => `REPLACE(${sql}, :${name}_upper_${at}, :${name}_lower_${at})`,
        column,
      );
      return `LOWER(${text}) LIKE LOWER(:${name}) ESCAPE '!'`;
    },
    parameters: Object.fromEntries([
      [name, `%${lowered.replace(/[!%_]/g, '!$&')}%`],
      ...letters.flatMap(({ lower, upper }, at) => [
        [`${name}_upper_${at}`, upper],
        [`${name}_lower_${at}`, lower],
      ]),
    ]) as Record<string, string>,
  };
}

/** Describes {@link byPart} in the document. */
export const partWords = (fields: string): string =>
  `Finds the records with this text anywhere in their ${fields}, in upper or lower case: 1 to ${MAX_PART} characters.`;

/**
 * Text that is a part of one of the properties. It reads each row of the table, so it is for records that people make, and not for
 * those that customers do.
 * @throws ValidationFailed by the filter, when the text is empty or longer than {@link MAX_PART}
 */
export function byPart<T>(field: string, ...properties: (keyof T & string)[]): Filter<T> {
  return (text) => {
    const { has, parameters } = partSought(field, `part_${field}`, text);
    return properties.map((property) => where<T>(property, Raw(has, parameters)));
  };
}

/** Filters of `/search` that find texts by their parts ({@link byPart}); empty text: not set. */
export function searchesByPart<T>(...properties: (keyof T & string)[]): Record<string, Filter<T>> {
  const searches = properties.map((property): [string, Filter<T>] => {
    const field = wireName(property);
    const part = byPart<T>(field, property);
    return [field, (text) => (text === '' ? where(property, IsNull()) : part(text))];
  });
  return Object.fromEntries(searches);
}
