import { IsNull, Not } from 'typeorm';
import { ValidationFailed } from '../../../kernel/errors';
import { partSought } from '../../../platform/database/lists/part-sought';
import { foundIds } from '../../../platform/database/lists/found-ids';
import { type Filter } from '../../../platform/database/lists/listing';
import { type Customer } from './customer.entity';

/** Customers that a search finds, the newest. */
const MAX_FOUND = 1000;
/** Customers, the newest, of whom parts of names are searched: no index finds those. A bound for what a search reads. */
const MAX_SEARCHED = 100_000;
/** Words of a search: a bound for its statement. */
const MAX_WORDS = 8;

/**
 * Customers of whom each word is a part of the first name, the last name or the e-mail address, among the newest
 * {@link MAX_SEARCHED}; and the customer with that whole e-mail address, of any age.
 * @throws ValidationFailed
 */
export const byQuery: Filter<Customer> = (text) => {
  const words = text.length > 255 ? [] : text.split(/\s/).filter(Boolean);
  if (words.length === 0) throw ValidationFailed.of('q', 'must have 1 to 255 characters');
  if (words.length > MAX_WORDS) throw ValidationFailed.of('q', `must have at most ${MAX_WORDS} words`);
  const parts = words.map((word, at) => partSought('q', `q_word_${at}`, word));
  const each = parts.map(
    ({ has }) => `(${['first_name', 'last_name', 'email'].map((name) => has(`c.${name}`)).join(' OR ')})`,
  );
  const among = `SELECT id, first_name, last_name, email FROM customers ORDER BY id DESC LIMIT ${MAX_SEARCHED}`;
  const found = `SELECT newest.id AS id FROM (SELECT c.id AS id FROM (${among}) c WHERE ${each.join(' AND ')}
    ORDER BY c.id DESC LIMIT ${MAX_FOUND}) newest`;
  const whole = 'SELECT w.id AS id FROM customers w WHERE w.email = :q_whole';
  const named = Object.fromEntries(parts.flatMap(({ parameters }) => Object.entries(parameters)));
  return foundIds<Customer>([found, whole], { ...named, q_whole: text.trim().toLowerCase() });
};

/** v1 asked for `status=1`, the live ones: every customer is. */
export const byStatus: Filter<Customer> = (text) => (text === '1' ? { id: Not(IsNull()) } : undefined);
