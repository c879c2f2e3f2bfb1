import { Entity } from 'typeorm';
import { RevisionRow } from '../../../platform/database/rows/revision-row';

/** Changes with every revocation of tokens (console.md 10). */
@Entity('access_revisions')
export class AccessRevision extends RevisionRow {}
