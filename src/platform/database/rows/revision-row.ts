import { IdColumn, StringColumn } from './columns';

/** Id of the one row that a table of a revision has. */
export const REVISION_ROW = '1';

/**
 * The revision of a set of rows that processes hold copies of: another text after each change of any of them, written in
 * the transaction of the change. Its row lock makes changes commit in the order of their revisions; readers take no lock.
 */
export abstract class RevisionRow {
  @IdColumn()
  id!: string;

  /** Never used twice: a revision that was rolled back is not taken for a later change. */
  @StringColumn(36)
  revision!: string;
}
