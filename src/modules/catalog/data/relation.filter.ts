import { type FindOptionsWhere, IsNull, Raw } from 'typeorm';
import { isId } from '../../../kernel/ids';
import { type Filter } from '../../../platform/database/lists/listing';

/** Tables whose rows have a unique slug and are drafts or live. */
type Related = 'brands' | 'categories' | 'collections';

/** The related rows that count: a draft that does not count is the same as none (storefront.md 1). */
export type RelatedRows = 'all' | 'live';

/**
 * A relation by the id or the slug of the related row; empty text finds what has none (wire.md 4). Slugs may be all
 * digits, so a text that can be an id is looked for as both.
 * @param property of the entity, holding the id @param table of the related rows, which have a unique `slug`
 */
export function byIdOrSlug<T>(property: keyof T & string, table: Related, rows: RelatedRows = 'all'): Filter<T> {
  const several = byAnyIdOrSlug<T>(property, table, rows);
  const none = rows === 'all' ? IsNull() : Raw((id) => `(${id} IS NULL OR ${id} NOT IN (${live(table)}))`);
  return (text) => (text === '' ? ({ [property]: none } as FindOptionsWhere<T>) : several([text]));
}

/** {@link byIdOrSlug} for any of several texts. @param texts as many as a request has fields */
export function byAnyIdOrSlug<T>(
  property: keyof T & string,
  table: Related,
  rows: RelatedRows = 'all',
): (texts: readonly string[]) => FindOptionsWhere<T> {
  const named = `related.slug IN (:...${table}_slugs)`;
  const bySlug = `SELECT related.id FROM ${table} related WHERE ${named}`;
  const whole = (id: string): string => `(${id} IN (:...${table}_ids) OR ${id} IN (${bySlug}))`;
  const shown = (id: string): string => `${id} IN (${live(table)} AND (related.id IN (:...${table}_ids) OR ${named}))`;
  return (texts) => {
    const ids = [...texts.filter(isId), '0'];
    const slugs = [...texts.filter((text) => text !== ''), ''];
    const parameters = { [`${table}_ids`]: ids, [`${table}_slugs`]: slugs };
    return { [property]: Raw(rows === 'all' ? whole : shown, parameters) } as FindOptionsWhere<T>;
  };
}

/** Ids of the rows that are live, as a statement that takes further conditions. */
const live = (table: Related): string => `SELECT related.id FROM ${table} related WHERE related.status = '1'`;
