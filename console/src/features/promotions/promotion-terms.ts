import { type ServedField } from '../../shared/api/fields';

/** The actions and the operators of rules, by their keys, as the store serves them. */
export interface PromotionTerms {
  readonly actions: NonNullable<ServedField['options']['uses']>;
  readonly labels: Readonly<Record<string, string>>;
  readonly operators: NonNullable<ServedField['options']['operators']>;
}

/** The terms in the fields of promotions. */
export function promotionTerms({ action, match_rules: rules }: Readonly<Record<string, ServedField>>): PromotionTerms {
  const { uses: actions = {}, choices: labels = {} } = action?.options ?? {};
  return { actions, labels, operators: rules?.options.operators ?? {} };
}

/** Keys with the usual ones first; the others follow as they are served. */
export function usualFirst(keys: readonly string[], usual: readonly string[]): readonly string[] {
  return [...usual.filter((key) => keys.includes(key)), ...keys.filter((key) => !usual.includes(key))];
}
