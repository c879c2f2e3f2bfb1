import { type Backtest } from './backtest-state';
import { type Promotion } from './promotion-state';

type Run = Pick<Backtest, 'baseline' | 'baseline_promotions' | 'created_at'>;
type Other = Pick<Promotion, 'id' | 'state' | 'updated_at'>;

/**
 * Whether a back-test beside the live promotions would run beside others today: one of them was changed or removed, or another went live.
 * @param own id of the tested promotion, which is none of them
 */
export function areOthersNewer(
  { baseline, baseline_promotions, created_at }: Run,
  all: readonly Other[],
  own: string | undefined,
): boolean {
  if (baseline !== 'live' || all.length === 0) return false;
  const then = new Set(baseline_promotions.map(({ id }) => id));
  const now = all.filter(({ id, state }) => id !== own && state === 'live');
  return now.length !== then.size || now.some(({ id, updated_at }) => !then.has(id) || updated_at > created_at);
}
