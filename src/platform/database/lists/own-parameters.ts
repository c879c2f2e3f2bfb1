import { FindOperator, Raw } from 'typeorm';

/**
 * Returns a condition whose parameters have names of its own: TypeORM keeps one value for a name, so that of the conditions
 * of one filter the last would count.
 * @param own distinguishes it from the others
 */
export function withOwnParameters<C extends object>(condition: C | C[], own: number): C | C[] {
  return Array.isArray(condition) ? condition.map((each) => renamed(each, own)) : renamed(condition, own);
}

function renamed<C extends object>(condition: C, own: number): C {
  const values = Object.entries(condition).map(([property, value]) => [property, renamedRaw(value, own)]);
  return Object.fromEntries(values) as C;
}

/** The statement is a constant of the code, so that `:name` stands for a parameter wherever it occurs. */
function renamedRaw(value: unknown, own: number): unknown {
  if (!(value instanceof FindOperator)) return value;
  const { getSql, objectLiteralParameters: parameters } = value as FindOperator<unknown>;
  if (getSql === undefined || parameters === undefined) return value;
  const ownName = (all: string, spread = '', name = ''): string =>
    Object.hasOwn(parameters, name) ? `:${spread}${name}_${own}` : all;
  const entries = Object.entries(parameters).map(([name, text]) => [`${name}_${own}`, text as unknown]);
  const values = Object.fromEntries(entries) as Record<string, unknown>;
  return Raw((alias) => getSql(alias).replace(/:(\.\.\.)?(\w+)/g, ownName), values);
}
