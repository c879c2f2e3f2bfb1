import { Entity, PrimaryColumn } from 'typeorm';
import { IntegerColumn, TimeColumn } from '../../../platform/database/rows/columns';

/** How a webhook has fared since its last delivered attempt. A counter beside the webhook: it makes no events. */
@Entity('webhook_health')
export class WebhookHealth {
  /** The webhook's. */
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id!: string;

  /** The first failed attempt since the last success; null when there was none. */
  @TimeColumn({ nullable: true })
  failingSince!: Date | null;

  @IntegerColumn()
  failures!: number;
}
