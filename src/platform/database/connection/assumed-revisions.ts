import { type EntityManager } from 'typeorm';

const ASSUMED = 'storekeeper:assumed-revisions';

/** The revision of a copy in memory that a transaction went by without reading it. */
export interface AssumedRevision {
  /** The table that has it, with one row. */
  readonly table: string;
  readonly revision: string;
  /** Called when the table has another one. */
  readonly outdated: () => void;
}

/** A transaction went by a copy in memory that was out of date. Nothing of it was written, and it runs again (ADR 19). */
export class CopyOutdated extends Error {
  readonly code = 'COPY_OUTDATED';
}

/** A check of what a transaction has assumed, for a statement that is sent anyway. */
export interface RevisionCheck {
  /** SQL that is 1 while every assumption holds. It refers to no table of the statement around it. */
  readonly sql: string;
  readonly values: readonly string[];
  /** Takes the result. @throws CopyOutdated when it is false */
  conclude(holds: boolean): void;
}

/**
 * Lets a transaction go by a copy as if its revision had been read: it is read before the COMMIT or a refusal, together with
 * other things where there are any.
 */
export function assumeRevision(tx: EntityManager, assumed: AssumedRevision): void {
  const { queryRunner } = tx;
  if (queryRunner?.isTransactionActive !== true) throw new TypeError('a revision is assumed in a transaction');
  const data = queryRunner.data as { [ASSUMED]?: AssumedRevision[] };
  (data[ASSUMED] ??= []).push(assumed);
}

/** Returns the check of what is assumed and not confirmed yet; undefined: nothing is. */
export function revisionCheck({ queryRunner }: EntityManager): RevisionCheck | undefined {
  const data = queryRunner?.data as { [ASSUMED]?: AssumedRevision[] } | undefined;
  const open = data?.[ASSUMED];
  if (data === undefined || open === undefined) return undefined;
  return {
    sql: open.map(({ table }) => `(SELECT revision FROM ${table} WHERE id = 1) = ?`).join(' AND '),
    values: open.map(({ revision }) => revision),
    conclude(holds) {
      delete data[ASSUMED];
      if (holds) return;
      for (const { outdated } of open) outdated();
      throw new CopyOutdated();
    },
  };
}

/** Reads the revisions that a transaction has assumed, if no statement checked them on its way. @throws CopyOutdated */
export async function confirmRevisions(tx: EntityManager): Promise<void> {
  const check = revisionCheck(tx);
  if (check === undefined) return;
  const [row] = await tx.query<{ holds: unknown }[]>(`SELECT (${check.sql}) AS holds`, [...check.values]);
  check.conclude(Number(row?.holds) === 1);
}
