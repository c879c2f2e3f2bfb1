import { isUnset } from '../../kernel/fields/field-problem';

/** The fields of a promotion with `persist`, the name in v1's own example, as `persistent`; that one counts if both are sent. */
export function withOwnNames({
  persist,
  ...sent
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return persist === undefined || !isUnset(sent['persistent']) ? sent : { ...sent, persistent: persist };
}
