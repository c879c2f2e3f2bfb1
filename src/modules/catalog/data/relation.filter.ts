import { type FindOptionsWhere, IsNull, Raw } from 'typeorm';
import { isId } from '../../../kernel/ids';
import { type Filter } from '../../../platform/database/lists/listing';

/**
 * A relation by the id or the slug of the related row; empty text finds what has none (wire.md 4). Slugs may be all
 * digits, so a text that can be an id is looked for as both.
 * @param property of the entity, holding the id @param table of the related rows, which have a unique `slug`
 */
export function byIdOrSlug<T>(property: keyof T & string, table: 'brands' | 'categories'): Filter<T> {
  const related = (id: string): string =>
    `${id} IN (SELECT related.id FROM ${table} related WHERE related.slug = :${table}_slug)`;
  return (text) => {
    const condition =
      text === ''
        ? IsNull()
        : isId(text)
          ? Raw((id) => `(${id} = :${table}_id OR ${related(id)})`, { [`${table}_id`]: text, [`${table}_slug`]: text })
          : Raw(related, { [`${table}_slug`]: text });
    return { [property]: condition } as FindOptionsWhere<T>;
  };
}
