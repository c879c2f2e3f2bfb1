import { Entity, Index } from 'typeorm';
import {
  IdColumn,
  IdReference,
  IntegerColumn,
  StringColumn,
  TextColumn,
  TimeColumn,
} from '../../../platform/database/rows/columns';

/** One attempt to send a delivery, with its outcome. Rows are only added, never changed. */
@Entity('webhook_attempts')
@Index('ix_webhook_attempts__delivery', ['deliveryId', 'id'])
export class WebhookAttempt {
  @IdColumn()
  id!: string;

  @IdReference()
  deliveryId!: string;

  /** 1 for the first attempt of the delivery. */
  @IntegerColumn()
  number!: number;

  @TimeColumn()
  startedAt!: Date;

  @IntegerColumn()
  durationMs!: number;

  /** Status of the response; null without one. */
  @IntegerColumn({ nullable: true })
  status!: number | null;

  /** Code of the failure (webhooks.md 18); null: delivered. */
  @StringColumn(32, { nullable: true })
  error!: string | null;

  /** The beginning of the response body; null without a response. */
  @TextColumn({ nullable: true })
  response!: string | null;
}
