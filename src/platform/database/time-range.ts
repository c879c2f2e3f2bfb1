import { type FindOperator, type FindOptionsWhere } from 'typeorm';
import { ValidationFailed } from '../../kernel/errors';
import { type Filter } from './listing';

const INSTANT = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z?)?$/;

/** An instant as people and programs write it: `2026-01-31`, `2026-01-31 12:00:00` or `2026-01-31T12:00:00.000Z`, all UTC. */
export function parseInstant(text: string): Date | undefined {
  if (!INSTANT.test(text)) return undefined;
  const day = text.slice(0, 10);
  const instant = new Date(text.length === 10 ? `${text}T00:00:00Z` : `${text.replace(' ', 'T').replace(/Z$/, '')}Z`);
  // 2026-02-31 would be read as the third of March.
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day) ? instant : undefined;
}

/** A filter by time, such as `since`. Unlike other filters it cannot be wrong unnoticed: text that is no instant is an error. */
export function byInstant<T>(
  field: string,
  property: keyof T & string,
  compare: (instant: Date) => FindOperator<Date>,
): Filter<T> {
  return (text) => {
    const instant = parseInstant(text);
    if (instant === undefined) throw ValidationFailed.of(field, 'must be a time as YYYY-MM-DD HH:MM:SS');
    return { [property]: compare(instant) } as FindOptionsWhere<T>;
  };
}
