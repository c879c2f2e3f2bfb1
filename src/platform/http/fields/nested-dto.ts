import { ValidationFailed } from '../../../kernel/errors';
import { asJson } from '../body/field.shapes';
import { readDto } from './dto.pipe';
import { FieldProblem } from '../../../kernel/fields/field-problem';

/**
 * Reads a field whose value is an object: bracket notation, JSON text or a JSON object (wire.md 1).
 * @param field its name, for the paths of faults inside: `data.number`
 */
export function nestedParser<T extends object>(dto: new () => T, field: string): (raw: unknown) => T | FieldProblem {
  return (raw) => {
    try {
      const sent = asJson(raw);
      return Array.isArray(sent) ? new FieldProblem('must be an object') : readDto(dto, sent);
    } catch (error) {
      if (error instanceof ValidationFailed) return new FieldProblem('is not valid', below(field, error));
      if (error instanceof RangeError) return new FieldProblem('must be an object');
      throw error;
    }
  };
}

function below(field: string, { errors }: ValidationFailed): Record<string, string[]> {
  const entries = Object.entries(errors);
  return Object.fromEntries(
    entries.map(([name, messages]) => [`${field}.${name}`, messages.map((message) => `${field}.${message}`)]),
  );
}
