import { type FindOptionsWhere, In } from 'typeorm';
import { ValidationFailed } from '../../../kernel/errors';
import { type EventRow } from '../event.entity';

/** Values of one filter. */
const MOST_VALUES = 50;
/** Characters of one value: the longest column among the filters. */
const MOST_CHARACTERS = 64;

/** The filters of the feed and of the stream, by the names in requests. */
export const FEED_FILTERS = { type: 'type', object: 'object', object_id: 'objectId' } as const;
type FilteredColumn = (typeof FEED_FILTERS)[keyof typeof FEED_FILTERS];

/** Selects events of the feed: every filter that was sent has to have one of its values. */
export class FeedFilter {
  private constructor(private readonly values: readonly (readonly [FilteredColumn, ReadonlySet<string>])[]) {}

  static readonly none = new FeedFilter([]);

  /**
   * Reads `type`, `object` and `object_id`, each one value or several with commas between them.
   * @throws ValidationFailed naming the filter
   */
  static of(query: Readonly<Record<string, unknown>>): FeedFilter {
    const values: (readonly [FilteredColumn, ReadonlySet<string>])[] = [];
    for (const [name, column] of Object.entries(FEED_FILTERS)) {
      const raw = query[name];
      if (raw === undefined || raw === '') continue;
      values.push([column, wordsOf(name, raw)]);
    }
    return new FeedFilter(values);
  }

  matches(event: Readonly<Record<FilteredColumn, string>>): boolean {
    return this.values.every(([column, words]) => words.has(event[column]));
  }

  get where(): FindOptionsWhere<EventRow> {
    return Object.fromEntries(this.values.map(([column, words]) => [column, In([...words])]));
  }
}

function wordsOf(name: string, raw: unknown): ReadonlySet<string> {
  const texts = Array.isArray(raw) ? (raw as unknown[]) : [raw];
  if (!texts.every((text) => typeof text === 'string')) throw ValidationFailed.of(name, 'must be text');
  const words = texts.flatMap((text) => text.split(',')).map((word) => word.trim());
  if (words.length > MOST_VALUES) throw ValidationFailed.of(name, `must have at most ${MOST_VALUES} values`);
  if (words.some((word) => word.length > MOST_CHARACTERS))
    throw ValidationFailed.of(name, `must have values of at most ${MOST_CHARACTERS} characters`);
  return new Set(words);
}
