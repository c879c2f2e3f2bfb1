import { type ObjectLiteral, Raw } from 'typeorm';
import { type FilterCondition } from './listing';

/**
 * Rows whose id is among what one of several queries finds, each along an index of its own. They stand in a derived
 * table: MariaDB would run a bare UNION again for every row, and an OR over two tables uses no index at all.
 * @param queries SELECTs of one column, with `:name` where a parameter stands; constants of the code
 * @param parameters their names are unique among all filters of a list
 */
export function foundIds<T extends { id: string }>(
  queries: readonly string[],
  parameters: ObjectLiteral,
): FilterCondition<T> {
  const among = (id: string): string => `${id} IN (SELECT found.id FROM (${queries.join(' UNION ')}) found)`;
  return { id: Raw(among, parameters) } as FilterCondition<T>;
}
