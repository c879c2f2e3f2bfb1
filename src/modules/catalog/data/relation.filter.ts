import { type FindOptionsWhere, IsNull, Raw } from 'typeorm';
import { isId } from '../../../kernel/ids';
import { type Filter } from '../../../platform/database/lists/listing';

/** Tables whose rows have a unique slug. */
type Related = 'brands' | 'categories' | 'collections';

/**
 * A relation by the id or the slug of the related row; empty text finds what has none (wire.md 4). Slugs may be all
 * digits, so a text that can be an id is looked for as both.
 * @param property of the entity, holding the id @param table of the related rows, which have a unique `slug`
 */
export function byIdOrSlug<T>(property: keyof T & string, table: Related): Filter<T> {
  const several = byAnyIdOrSlug<T>(property, table);
  return (text) => (text === '' ? ({ [property]: IsNull() } as FindOptionsWhere<T>) : several([text]));
}

/** {@link byIdOrSlug} for any of several texts. @param texts as many as a request has fields */
export function byAnyIdOrSlug<T>(
  property: keyof T & string,
  table: Related,
): (texts: readonly string[]) => FindOptionsWhere<T> {
  return (texts) => {
    const named = { ids: texts.filter(isId), slugs: texts.filter((text) => text !== '') };
    const parameters = { [`${table}_ids`]: [...named.ids, '0'], [`${table}_slugs`]: [...named.slugs, ''] };
    const related = (id: string): string =>
      `${id} IN (SELECT related.id FROM ${table} related WHERE related.slug IN (:...${table}_slugs))`;
    const either = (id: string): string => `(${id} IN (:...${table}_ids) OR ${related(id)})`;
    return { [property]: Raw(either, parameters) } as FindOptionsWhere<T>;
  };
}
