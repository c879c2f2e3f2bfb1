import { ApiProperty } from '@nestjs/swagger';
import { wireTime } from '../../kernel/clock';
import { ListedBy } from '../../platform/http/openapi/list-parameters';
import { enumSchema, objectSchema } from '../../platform/http/openapi/record-schemas';
import { type JobOverview } from '../../platform/jobs/jobs';
import { TRIAL_CODES, TRIAL_MODES } from '../promotions/promotion-trial';
import { type Backtest } from './data/backtest.entity';
import { backtestListing } from './data/backtest.listing';
import {
  BACKTEST_BASELINES,
  BACKTEST_STATES,
  type BacktestBaseline,
  type BacktestState,
  type NamedPromotion,
  type ReplayFilter,
} from './domain/backtest-terms';

const count = (description: string, example: number) => ({ type: 'integer' as const, description, example });

const FILTER = objectSchema(
  {
    status: { type: 'array', nullable: true, items: { type: 'string' }, description: 'Statuses; null: all.' },
    currency: { type: 'string', nullable: true, description: 'Code of the currency; null: all.' },
  },
  { title: 'BacktestFilter' },
);
const PROGRESS = objectSchema(
  {
    looked_at: count('Orders looked at so far.', 250_000),
    total: { ...count('Orders of the window; null: not counted yet.', 1_000_000), nullable: true },
  },
  { title: 'BacktestProgress' },
);
const promotions = (description: string) => ({
  type: 'array' as const,
  items: objectSchema({ id: { type: 'string' }, title: { type: 'string' } }, { title: 'TestedPromotion' }),
  description,
});
/** The request and the state of a back-test: the record in its events. */
export class BacktestSummaryRecord {
  @ApiProperty({ type: String, example: '890123456789012345' })
  id!: string;

  @ApiProperty(enumSchema('BacktestState', BACKTEST_STATES))
  state!: BacktestState;

  @ApiProperty({ type: String, description: 'First time of an order, UTC.', example: '2026-01-01 00:00:00' })
  from!: string;

  @ApiProperty({ type: String, description: 'Last time of an order, UTC.', example: '2026-01-31 23:59:59' })
  to!: string;

  @ApiProperty(enumSchema('BacktestMode', TRIAL_MODES))
  mode!: string;

  @ApiProperty(enumSchema('BacktestBaseline', BACKTEST_BASELINES))
  baseline!: BacktestBaseline;

  @ApiProperty(enumSchema('BacktestCodes', TRIAL_CODES))
  codes!: string;

  @ApiProperty(FILTER)
  filter!: ReplayFilter;

  @ApiProperty({ type: String, example: '2026-02-01 12:00:00' })
  created_at!: string;

  @ApiProperty({ type: String, example: '2026-02-01 12:03:00' })
  updated_at!: string;
}

/** A back-test in a list: without its result. */
@ListedBy(backtestListing)
export class ListedBacktestRecord extends BacktestSummaryRecord {
  @ApiProperty(promotions('The tested promotions; empty in a back-test of an older version.') as never)
  promotions!: readonly NamedPromotion[];

  @ApiProperty(promotions('The promotions of the baseline `live`; empty in the baseline `then`.') as never)
  baseline_promotions!: readonly NamedPromotion[];

  @ApiProperty(PROGRESS)
  progress!: { readonly looked_at: number; readonly total: number | null };

  @ApiProperty({ type: String, nullable: true, description: 'Why it failed; null: it did not.' })
  error!: string | null;
}

/** The record of a back-test without how far it is. */
export function backtestSummary(row: Backtest): BacktestSummaryRecord {
  return {
    id: row.id,
    state: row.state,
    from: wireTime(row.from),
    to: wireTime(row.to),
    mode: row.mode,
    baseline: row.baselinePromotions === null ? 'then' : 'live',
    codes: row.codes,
    filter: row.filter,
    created_at: wireTime(row.createdAt),
    updated_at: wireTime(row.updatedAt),
  };
}

/** The record of a back-test in a list. @param job how far it is */
export function listedBacktest(row: Backtest, { state, done, total, error }: JobOverview): ListedBacktestRecord {
  const named = { promotions: row.promotions ?? [], baseline_promotions: row.baselinePromotions ?? [] };
  return { ...backtestSummary(row), state, ...named, progress: { looked_at: done, total }, error };
}
