import { type FindOptionsWhere, In } from 'typeorm';
import { ValidationFailed } from '../../kernel/errors';
import { matchesPattern } from '../../kernel/event-type';
import { type ListQuery, MAX_VALUES } from '../database/lists/listing';

/** The filter by event type in the document. */
export const TYPE_WORDS = {
  description: 'Returns only records of this `type` or pattern, such as `order.*`.',
  schema: { $ref: '#/components/schemas/EventTypes' },
} as const;

/** `type`, or one of several as `type[0]`, `type[1]`, … */
const TYPE = /^type(?:\[\d{1,4}\])?$/;

interface WithPatterns {
  /** The filters that are left to the listing. */
  readonly filters: ListQuery['filters'];
  /** The types that the patterns cover, and those named beside them; none: the listing reads the types. */
  readonly conditions: readonly FindOptionsWhere<{ type: string }>[];
}

/**
 * Reads the filter `type` of a list where it has a pattern, as those of webhooks are: `order.*`, `*.deleted`. Without one the
 * listing reads it.
 * @param types every type that a record of the list can have
 * @throws ValidationFailed when there are more than 50 values
 */
export function typePatterns(filters: ListQuery['filters'], types: readonly string[]): WithPatterns {
  const [own, others] = [Object.entries(filters).filter(isType), Object.entries(filters).filter((it) => !isType(it))];
  const words = own.flatMap(([, text]) => text.split(',')).map((word) => word.trim());
  if (!words.some((word) => word.includes('*'))) return { filters, conditions: [] };
  if (words.length > MAX_VALUES) throw ValidationFailed.of('type', `must be at most ${MAX_VALUES} values`);
  const covered = words.flatMap((word) =>
    word.includes('*') ? types.filter((type) => matchesPattern(word, type)) : [word],
  );
  return { filters: Object.fromEntries(others), conditions: [{ type: In([...new Set(covered)]) }] };
}

const isType = ([name]: readonly [string, string]): boolean => TYPE.test(name);
