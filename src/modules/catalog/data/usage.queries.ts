import { type EntityManager, type FindOptionsWhere } from 'typeorm';
import { type StoreObject } from '../../../platform/database/rows/store-object';

/** How many users a message names. */
const NAMED = 3;

/**
 * Who still points to a row that is to be removed, for people: `products RED-7, BLUE-7 and 12 more`. Undefined when
 * nobody does. The row must be locked, and whoever points to it lock it first: else one could come in between.
 * @param noun of the users, plural @param name the property that people know a user by
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
