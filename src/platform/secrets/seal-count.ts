import { type SealState } from './secrets';

/** Number of sealed texts in each state. */
export type SealCount = Record<SealState, number>;

/** Counts the states of sealed texts. */
export function countSeals(states: Iterable<SealState>): SealCount {
  const count: SealCount = { current: 0, old: 0, unreadable: 0 };
  for (const state of states) count[state] += 1;
  return count;
}
