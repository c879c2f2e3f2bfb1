import { type FormValue, type FormValues } from '../../shared/ui/form-field';

/** The choices for other promotions: all apply, none but this one, or as the terms of the API say one by one. */
export const OFFERS = ['with', 'alone', 'own'] as const;

/** First of all: the store takes lower numbers first. */
const FIRST = '-1000';

const VALUES: Readonly<Record<Exclude<(typeof OFFERS)[number], 'own'>, FormValues>> = {
  with: { priority: '', best_of: '', terminating: false, persistent: false },
  alone: { priority: FIRST, best_of: '', terminating: true, persistent: false },
};

/** The choice that the terms of a promotion are. */
export function offersOf(values: FormValues): (typeof OFFERS)[number] {
  const isLike = (terms: FormValues): boolean => Object.entries(terms).every(([name, value]) => values[name] === value);
  return isLike(VALUES.with) ? 'with' : isLike(VALUES.alone) ? 'alone' : 'own';
}

/** The terms of a choice; none of their own. */
export function offersValues(choice: FormValue): FormValues {
  return choice === 'with' || choice === 'alone' ? VALUES[choice] : {};
}
