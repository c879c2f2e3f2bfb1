import { type FindOperator, type FindOptionsWhere } from 'typeorm';
import { ValidationFailed } from '../../../kernel/errors';
import { INSTANT_FORM, parseInstant } from '../../../kernel/times/instant';
import { type Filter } from './listing';

/**
 * A filter by time, such as `since`. Unlike other filters it cannot be wrong unnoticed: text that is no instant is an error.
 * @param parse left out: the first instant that the text names
 */
export function byInstant<T>(
  field: string,
  property: keyof T & string,
  compare: (instant: Date) => FindOperator<Date>,
  parse: (text: string) => Date | undefined = parseInstant,
): Filter<T> {
  return (text) => {
    const instant = parse(text);
    if (instant === undefined) throw ValidationFailed.of(field, `must be ${INSTANT_FORM}`);
    return { [property]: compare(instant) } as FindOptionsWhere<T>;
  };
}
