import { type Response } from 'express';
import { ValidationFailed } from '../../../kernel/errors';
import { fieldOfSeveral, type ListQuery } from '../../database/lists/listing';
import { type ListedFields } from '../openapi/list-parameters';

/** Names that a response repeats: a query may have a thousand of them. */
const MAX_NAMES = 20;
/** Characters of a name that a response repeats. */
const NAME_LENGTH = 64;

/**
 * Reports the filters that a list does not have: a strict list rejects them, other lists and every `/search` return what does
 * not match and name them in the header `Unknown-Filters` (orders-and-payments.md 33).
 * @throws ValidationFailed naming each of them and the filters that there are
 */
export function tellUnknownFilters(listing: ListedFields, { filters, isSearch }: ListQuery, response: Response): void {
  const unknown = Object.keys(filters)
    .filter((field) => !Object.hasOwn(listing.filters, field) && !fieldOfSeveral(listing, field))
    .slice(0, MAX_NAMES)
    .map((field) => field.slice(0, NAME_LENGTH));
  if (unknown.length === 0) return;
  if (listing.isStrict === true && isSearch !== true) {
    const known = Object.keys(listing.filters).join(', ');
    throw new ValidationFailed(
      Object.fromEntries(unknown.map((field) => [field, [`${field} is not a filter. Filters are ${known}`]])),
    );
  }
  response.setHeader('Unknown-Filters', unknown.map(headerText).join(', '));
}

/** Headers are Latin-1 on one line, names are any text; half a surrogate pair, which has no encoding, is replaced. */
const headerText = (name: string): string => encodeURIComponent(Buffer.from(name).toString());
