import { type EntityManager } from 'typeorm';

/** The id and the slug of a category, by which rules may name it. */
export interface CategoryFact {
  readonly id: string;
  readonly slug: string;
}

interface CategoryLink extends CategoryFact {
  readonly parent: string | null;
}

/**
 * Categories by id, each with those above it, the nearest first. One statement for all of them: UNION drops a row that is
 * there already, so it ends even if categories lay in a circle.
 * @param ids at most a page of them
 */
export async function categoryPaths(
  manager: EntityManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly CategoryFact[]>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const places = wanted.map(() => '?').join(', ');
  const rows = await manager.query<Record<keyof CategoryLink, unknown>[]>(
    `WITH RECURSIVE above (id, slug, parent) AS (
      SELECT id, slug, parent FROM categories WHERE id IN (${places})
      UNION
      SELECT categories.id, categories.slug, categories.parent FROM categories
      INNER JOIN above ON categories.id = above.parent
    ) SELECT id, slug, parent FROM above`,
    wanted,
  );
  const links = new Map(rows.map((row) => [String(row.id), linkOf(row)]));
  return new Map(wanted.map((id) => [id, pathOf(id, links)]));
}

/**
 * The number of levels below a category; 0: none. The count ends at `most`, also if categories lay in a circle.
 * UNION keeps one row of a category and level.
 */
export async function levelsBelow(tx: EntityManager, id: string, most: number): Promise<number> {
  const [row] = await tx.query<{ levels: unknown }[]>(
    `WITH RECURSIVE below (id, levels) AS (
      SELECT id, 0 FROM categories WHERE id = ?
      UNION
      SELECT categories.id, below.levels + 1 FROM categories
      INNER JOIN below ON categories.parent = below.id
      WHERE below.levels < ?
    ) SELECT MAX(levels) AS levels FROM below`,
    [id, most],
  );
  return Number(row?.levels ?? 0);
}

function linkOf({ id, slug, parent }: Record<keyof CategoryLink, unknown>): CategoryLink {
  return { id: String(id), slug: String(slug), parent: parent === null ? null : String(parent) };
}

function pathOf(id: string, links: ReadonlyMap<string, CategoryLink>): CategoryFact[] {
  const path = new Map<string, CategoryFact>();
  let link = links.get(id);
  while (link !== undefined && !path.has(link.id)) {
    path.set(link.id, { id: link.id, slug: link.slug });
    link = link.parent === null ? undefined : links.get(link.parent);
  }
  return [...path.values()];
}
