import { Entity } from 'typeorm';
import { IdColumn, StringColumn } from '../../../platform/database/columns';

/** Id of the one row. */
export const SETTINGS_ROW = '1';

/**
 * What the settings of the store are at: another text after each change of a currency, tax band, shipping method or
 * gateway. Changed in the transaction of the change, whose row lock makes changes commit in the order of their revisions.
 */
@Entity('settings_revisions')
export class SettingsRevision {
  @IdColumn()
  id!: string;

  /** Never used twice, so that what a transaction saw of itself and rolled back is not taken for a later change. */
  @StringColumn(36)
  revision!: string;
}
