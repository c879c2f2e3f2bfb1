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

/** The terms of a choice; none of their own. A rival was one of the choice before. */
export function offersValues(choice: FormValue): FormValues {
  return choice === 'with' || choice === 'alone' ? { ...VALUES[choice], rival: '' } : {};
}

/** Letters of the name of a group. */
const MOST_LETTERS = 64;

/** A promotion that applies beside every other one, and its group; empty: it has none. */
export interface Always {
  readonly id: string;
  readonly title: string;
  readonly best_of: string;
}

/**
 * Returns the promotion that can share a new group with the one of the form; undefined: there is none. A group of more would also
 * shut out its members among each other.
 */
export function rivalOf({ best_of: own }: FormValues, always: readonly Always[]): Always | undefined {
  const [only, ...others] = always;
  return own === '' && only?.best_of === '' && others.length === 0 ? only : undefined;
}

/** Names a new group: by the title of the form, else by its rival. */
export function groupOf({ title }: FormValues, rival: Always): string {
  const slug = [title, rival.title]
    .map((text) => (typeof text === 'string' ? slugOf(text) : ''))
    .find((it) => it !== '');
  return (slug ?? `best-${rival.id}`).slice(0, MOST_LETTERS);
}
