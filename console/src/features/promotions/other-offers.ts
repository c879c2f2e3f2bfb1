import { slugOf } from '../../shared/format/slug';
import { type FormValue, type FormValues } from '../../shared/ui/form-field';

/** The choices for other promotions: all apply, none but this one, or as the terms of the API say one by one. */
export const OFFERS = ['with', 'alone', 'own'] as const;

/** A choice for other promotions. */
export type Offers = (typeof OFFERS)[number];

/** First of all: the store takes lower numbers first. */
const FIRST = '-1000';

const VALUES: Readonly<Record<Exclude<Offers, 'own'>, FormValues>> = {
  with: { priority: '', best_of: '', terminating: false, persistent: false },
  alone: { priority: FIRST, best_of: '', terminating: true, persistent: false },
};

/** The choice that the terms of a promotion are. One that shuts out others can be in a group with those that always apply. */
export function offersOf(values: FormValues): Offers {
  const isLike = (terms: FormValues): boolean => Object.entries(terms).every(([name, value]) => values[name] === value);
  return isLike(VALUES.with) ? 'with' : isLike({ ...VALUES.alone, best_of: values['best_of'] ?? '' }) ? 'alone' : 'own';
}

/** The terms of a choice; none of their own. */
export function offersValues(choice: FormValue): FormValues {
  return choice === 'with' || choice === 'alone' ? VALUES[choice] : {};
}

/** Letters of the name of a group. */
const MOST_LETTERS = 64;

/** A promotion that applies beside every other one, and its group; empty: it has none. */
export interface Always {
  readonly id: string;
  readonly title: string;
  readonly best_of: string;
}

/** The group of which a cart gets only the best: this promotion's, or that of another one, or a new one by a title. */
export function groupOf(values: FormValues, always: readonly Always[]): string {
  const titles = [values['title'], ...always.map(({ title }) => title)];
  const slugs = titles.map((title) => (typeof title === 'string' ? slugOf(title).slice(0, MOST_LETTERS) : ''));
  const groups = [values['best_of'], ...always.map((it) => it.best_of), ...slugs, 'best'];
  return groups.find((group) => typeof group === 'string' && group !== '') as string;
}
