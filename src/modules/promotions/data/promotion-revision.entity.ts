import { Entity } from 'typeorm';
import { RevisionRow } from '../../../platform/database/rows/revision-row';

/** The revision of promotions; carts and checkouts only read it. */
@Entity('promotion_revisions')
export class PromotionRevision extends RevisionRow {}
