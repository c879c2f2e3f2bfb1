import { Entity } from 'typeorm';
import { JsonColumn, StringColumn, TimeColumn } from '../../../platform/database/rows/columns';
import { StoreObject } from '../../../platform/database/rows/store-object';
import { type BacktestState, type NamedPromotion, type ReplayFilter } from '../domain/backtest-terms';

/** A back-test that was asked for. How far it is says the job with its id (promotions-at-scale.md 10). */
@Entity('backtests')
export class Backtest extends StoreObject {
  /** As of its last event: a job that goes on or fails says so itself. */
  @StringColumn(16)
  state!: BacktestState;

  /** First and last instant of the orders. */
  @TimeColumn({ name: 'orders_from' })
  from!: Date;

  @TimeColumn({ name: 'orders_to' })
  to!: Date;

  @StringColumn(16)
  mode!: string;

  @StringColumn(16)
  codes!: string;

  @JsonColumn()
  filter!: ReplayFilter;

  /** Null: an older version asked for it. */
  @JsonColumn({ nullable: true })
  promotions!: readonly NamedPromotion[] | null;

  /** The promotions of the baseline `live`; null: the baseline is `then`. */
  @JsonColumn({ nullable: true })
  baselinePromotions!: readonly NamedPromotion[] | null;
}
