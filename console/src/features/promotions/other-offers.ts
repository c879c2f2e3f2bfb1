import { type FormValue, type FormValues } from '../../shared/ui/form-field';

/** The choices for other promotions: all apply, none but this one, or as the terms of the API say one by one. */
export const OFFERS = ['with', 'alone', 'own'] as const;

/** A choice for other promotions. */
type Offers = (typeof OFFERS)[number];

/** Stands for every other promotion. */
export const ALL_OTHERS = 'all';

const WITH: FormValues = { priority: '', best_of: '', terminating: false, persistent: false, excludes: [] };
const VALUES: Readonly<Record<Exclude<Offers, 'own'>, FormValues>> = {
  with: WITH,
  alone: { ...WITH, excludes: [ALL_OTHERS] },
};

/** The choice that the terms of a promotion are. */
export function offersOf(values: FormValues): Offers {
  const isLike = (terms: FormValues): boolean =>
    Object.entries(terms).every(([name, value]) => JSON.stringify(values[name]) === JSON.stringify(value));
  return isLike(VALUES.with) ? 'with' : isLike(VALUES.alone) ? 'alone' : 'own';
}

/** The terms of a choice; none of their own. */
export function offersValues(choice: FormValue): FormValues {
  return choice === 'with' || choice === 'alone' ? VALUES[choice] : {};
}

/** Promotions of a preview that exclude others. A store has as many that are enabled. */
const MAX_EXCLUDING = 20;

interface Excluding {
  readonly excludes?: readonly string[] | null;
}

/** Leaves out the last of the others where they exclude others and there is no room for them beside the own promotion. */
export function withRoom<P extends Excluding>(own: Excluding, others: readonly P[]): P[] {
  const isExcluding = ({ excludes }: Excluding): boolean => (excludes ?? []).length > 0;
  const room = isExcluding(own) ? MAX_EXCLUDING - 1 : MAX_EXCLUDING;
  const surplus = new Set(others.filter(isExcluding).slice(room));
  return others.filter((it) => !surplus.has(it));
}
