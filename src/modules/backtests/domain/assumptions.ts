import { type ReplayFilter } from './backtest-terms';

/** Facts that the assumptions of a back-test depend on. */
export interface Assumed {
  readonly mode: 'instead' | 'added';
  readonly codes: 'as_used' | 'always' | 'never';
  readonly filter: ReplayFilter;
  readonly hasLimits: boolean;
  readonly hasDates: boolean;
}

const MODES = {
  instead: 'Only the tested promotions apply, none of those that applied then.',
  added:
    'The promotions that applied then apply as they were, and the tested ones with them; one with the same id takes its place.',
} as const;
const CODES = {
  as_used: 'A tested promotion with a code applies where the buyer used that code.',
  always: 'Every buyer is taken to have used the code of each tested promotion.',
  never: 'No buyer is taken to have used a code: tested promotions with a code do not apply.',
} as const;

/** The assumptions of a back-test, each a sentence. */
export function assumptionsOf({ mode, codes, filter, hasLimits, hasDates }: Assumed): string[] {
  const { status, currency } = filter;
  return [
    'Buyers are taken to have bought the same.',
    'Orders are replayed as they are now: with their edits, at the prices, rates, taxes and customer facts that they were priced by.',
    'Orders that no checkout placed, or that were placed before the store kept what priced them, are left out.',
    MODES[mode],
    CODES[codes],
    'Drafts are tested as if they were live.',
    ...(hasDates ? ['Dates count: a promotion applies to orders that were placed between its own.'] : []),
    ...(hasLimits
      ? [
          'Limits and budgets count from the first of these orders, in the order they were placed; an order that came to nothing gives its use back at that time.',
        ]
      : []),
    status === null
      ? 'Orders of every status count, cancelled ones too.'
      : `Only orders that have one of these statuses now count: ${status.join(', ')}.`,
    ...(currency === null ? [] : [`Only orders in ${currency} count.`]),
    'Amounts of other currencies are converted by the rate of each order. Revenue is the sum of the totals of orders, with tax and shipping.',
  ];
}
