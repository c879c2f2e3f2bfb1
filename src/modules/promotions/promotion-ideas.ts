import { type FieldErrors, ValidationFailed } from '../../kernel/errors';
import { textParser } from '../../kernel/fields/field-parsers';
import { FieldProblem, isUnset } from '../../kernel/fields/field-problem';
import { type PromotionDefinition } from './domain/promotion-definition';
import { closedFaults } from './domain/rules/closed-values';
import { readPromotion } from './domain/read-promotion';
import { withOwnNames } from './sent-promotion';
import { type SentPromotion } from './promotions.service';

/** Characters of the id that a request gives to a promotion. */
const MAX_ID = 255;
const parseId = textParser(MAX_ID);

/**
 * Reads unsaved promotions, and such as are named by id. An unsaved one without an id is known by its position, from 1.
 * @param stored the definition of a promotion of the store by its id
 * @throws ValidationFailed naming each fault by its path: `promotions.0.amount`
 */
export function readIdeas(
  sent: readonly (SentPromotion | string)[],
  stored: (id: string) => PromotionDefinition | undefined = () => undefined,
): PromotionDefinition[] {
  const errors: Record<string, readonly string[]> = {};
  const ids = new Set<string>();
  const definitions = sent.flatMap((one, i) => {
    const named = typeof one === 'string' ? one.trim() : idOf(one, i);
    if (named instanceof FieldProblem) Object.assign(errors, below(i, { id: [`id ${named.message}`] }));
    const id = named instanceof FieldProblem ? String(i + 1) : named;
    const read = typeof one === 'string' ? known(stored(id)) : readPromotion(id, withOwnNames(one), 'inline');
    if (ids.has(id)) Object.assign(errors, below(i, { id: ['id must be unique'] }));
    ids.add(id);
    if (!read.isValid) Object.assign(errors, below(i, read.errors));
    else if (typeof one !== 'string') Object.assign(errors, below(i, closedFaultsOf(read.definition)));
    return read.isValid ? [read.definition] : [];
  });
  if (Object.keys(errors).length > 0) throw new ValidationFailed(errors);
  return definitions;
}

function closedFaultsOf({ matchRules, matchItems }: PromotionDefinition): FieldErrors {
  return closedFaults([
    [matchRules, 'match_rules'],
    [matchItems, 'match_items'],
  ]);
}

function idOf({ id }: SentPromotion, index: number): string | FieldProblem {
  return isUnset(id) ? String(index + 1) : parseId(id);
}

function known(definition: PromotionDefinition | undefined): ReturnType<typeof readPromotion> {
  if (definition !== undefined) return { isValid: true, definition };
  return { isValid: false, errors: { id: ['id does not exist'] } };
}

function below(index: number, errors: FieldErrors): FieldErrors {
  const path = `promotions.${index}.`;
  return Object.fromEntries(
    Object.entries(errors).map(([field, messages]) => [path + field, messages.map((message) => path + message)]),
  );
}
