import { type EntityManager, type FindOptionsWhere } from 'typeorm';
import { type StoreObject } from '../../../platform/database/rows/store-object';

/** Number of users that a message names. */
const NAMED = 3;

/**
 * Describes the rows that still refer to a row about to be removed: `products RED-7, BLUE-7 and 12 more`. Undefined when
 * there are none. The row must be locked, and every writer of a reference must lock it first, so that none comes in between.
 * @param noun of the referring rows, plural @param name the property that names such a row in the message
 */
export async function usersOf<T extends StoreObject>(
  tx: EntityManager,
  entity: new () => T,
  where: FindOptionsWhere<T>,
  { noun, name }: { readonly noun: string; readonly name: keyof T & string },
): Promise<string | undefined> {
  const count = await tx.countBy(entity, where);
  if (count === 0) return undefined;
  const rows = await tx.find(entity, { where, take: NAMED, order: { id: 'ASC' } as never });
  const names = rows.map((row) => String(row[name])).join(', ');
  return `${noun} ${names}${count > NAMED ? ` and ${count - NAMED} more` : ''}`;
}
