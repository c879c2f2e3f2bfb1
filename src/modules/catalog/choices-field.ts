import { FieldProblem } from '../../kernel/fields/field-problem';
import { asJson } from '../../platform/http/body/field.shapes';
import { Field } from '../../platform/http/fields/fields';
import { type ModifierChoices } from './chosen-modifiers';

/** A field that holds what is chosen of a product's modifiers, in JSON or as `modifier[401]=402`. */
export const ChoicesField = (description: string): PropertyDecorator =>
  Field(
    choicesParser,
    { type: 'object', additionalProperties: { type: 'string', maxLength: 255 } },
    { description, example: { '890123456789012346': '890123456789012347' } },
  );

/** Reads choices by modifier id. Whether they fit the product is not known here; a body has at most 1,000 fields. */
function choicesParser(raw: unknown): ModifierChoices | FieldProblem {
  try {
    const sent = asJson(raw);
    if (Array.isArray(sent)) return sent.length === 0 ? {} : new FieldProblem('must be an object');
    const entries = Object.entries(sent);
    const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return texts.length === entries.length
      ? Object.fromEntries(texts)
      : new FieldProblem('must hold ids of variations and texts');
  } catch (error) {
    if (error instanceof RangeError) return new FieldProblem('must be an object');
    throw error;
  }
}
