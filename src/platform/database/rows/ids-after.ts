import { type EntityManager } from 'typeorm';
import { ROW } from './row-reader';

/** Ids of a table after one, ascending: a step of a walk over all rows by primary key. */
export async function idsAfter(
  manager: EntityManager,
  entity: new () => { id: string },
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await manager
    .createQueryBuilder(entity, ROW)
    .select(`${ROW}.id`, 'id')
    .where(`${ROW}.id > :after`, { after })
    .orderBy(`${ROW}.id`, 'ASC')
    .limit(limit)
    .getRawMany<{ id: string | number | bigint }>();
  return rows.map(({ id }) => String(id));
}
