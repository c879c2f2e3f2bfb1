import { type EntityManager } from 'typeorm';

/** Carries out a statement that writes. @param tx the manager of a transaction @returns how many rows it found to write */
export async function changedRows(tx: EntityManager, sql: string, values: readonly unknown[]): Promise<number> {
  if (tx.queryRunner === undefined) throw new TypeError('changedRows needs the manager of a transaction');
  const { affected } = await tx.queryRunner.query(sql, [...values], true);
  return affected ?? 0;
}
