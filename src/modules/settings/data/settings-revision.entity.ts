import { Entity } from 'typeorm';
import { RevisionRow } from '../../../platform/database/rows/revision-row';

/** The revision of currencies, tax bands, shipping methods and gateways. */
@Entity('settings_revisions')
export class SettingsRevision extends RevisionRow {}
