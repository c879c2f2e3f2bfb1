import { t } from '../../shared/text/text';
import { type Backtest } from './backtest-state';

/** A comparison that the editor offers: the terms of the API by a word of the console. */
export const COMPARISONS = {
  live: { baseline: 'live', mode: 'added' },
  added: { baseline: 'then', mode: 'added' },
  instead: { baseline: 'then', mode: 'instead' },
} as const satisfies Readonly<Record<string, Pick<Backtest, 'baseline' | 'mode'>>>;

/** A comparison that the editor offers. */
export type Comparison = keyof typeof COMPARISONS;

/** Every one, the usual one first. */
export const COMPARISON_KEYS = Object.keys(COMPARISONS) as readonly Comparison[];

/** Returns the comparison of this word; the usual one if it is none. */
export function comparisonOf(word: string | undefined): Comparison {
  return COMPARISON_KEYS.find((known) => known === word) ?? 'live';
}

type Compared = Pick<Backtest, 'baseline' | 'mode' | 'baseline_promotions'>;

/** Says with which promotions the tested ones are tried. */
export function besideText({ baseline, mode, baseline_promotions: live }: Compared): string {
  if (mode === 'instead' || (baseline === 'live' && live.length === 0)) return t('backtest.beside.none');
  return baseline === 'then' ? t('backtest.beside.then') : t('backtest.beside.live', { count: live.length });
}

/** Says what the test is compared with. */
export function againstText({ baseline, mode, baseline_promotions: live }: Compared): string {
  if (baseline === 'then') return t('backtest.against.then');
  if (live.length === 0) return t('backtest.against.none');
  return mode === 'added' ? t('backtest.against.same') : t('backtest.against.live', { count: live.length });
}
