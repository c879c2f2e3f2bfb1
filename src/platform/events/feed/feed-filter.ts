import { type FindOptionsWhere, In } from 'typeorm';
import { ValidationFailed } from '../../../kernel/errors';
import { matchesPattern } from '../../../kernel/event-type';
import { type EventRow } from '../event.entity';
import { type StoreObjects } from '../store-objects';

/** The parameters of a request. */
export type FeedQuery = Readonly<Record<string, unknown>>;

/** Values of one filter. */
const MAX_VALUES = 50;
/** Characters of one value: the longest column among the filters. */
const MAX_CHARACTERS = 64;

/** The filters of the feed and of the stream, by the names in requests. */
export const FEED_FILTERS = { type: 'type', object: 'object', object_id: 'objectId' } as const;
type FilteredColumn = (typeof FEED_FILTERS)[keyof typeof FEED_FILTERS];

/** Selects events of the feed: every filter that was sent has to have one of its values. */
export class FeedFilter {
  private constructor(private readonly values: readonly (readonly [FilteredColumn, ReadonlySet<string>])[]) {}

  static readonly none = new FeedFilter([]);

  /**
   * Reads `type`, `object` and `object_id`, each one value or several with commas between them. A type may be a pattern, as
   * those of webhooks are: `order.*`. Reading on moves past what a filter leaves out, so a word that selects nothing is
   * refused.
   * @throws ValidationFailed naming the filter
   */
  static of(query: FeedQuery, known: Pick<StoreObjects, 'objects' | 'eventTypes'>): FeedFilter {
    const values: (readonly [FilteredColumn, ReadonlySet<string>])[] = [];
    for (const [name, column] of Object.entries(FEED_FILTERS)) {
      const raw = query[name];
      if (raw === undefined || raw === '') continue;
      const words = wordsOf(name, raw);
      if (column === 'type') values.push([column, typesOf(words, known.eventTypes())]);
      else if (column === 'object') values.push([column, objectsOf(words, known.objects())]);
      else values.push([column, new Set(words)]);
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

function wordsOf(name: string, raw: unknown): string[] {
  const texts = Array.isArray(raw) ? (raw as unknown[]) : [raw];
  if (!texts.every((text) => typeof text === 'string')) throw ValidationFailed.of(name, 'must be text');
  const words = texts.flatMap((text) => text.split(',')).map((word) => word.trim());
  if (words.length > MAX_VALUES) throw ValidationFailed.of(name, `must have at most ${MAX_VALUES} values`);
  if (words.some((word) => word.length > MAX_CHARACTERS))
    throw ValidationFailed.of(name, `must have values of at most ${MAX_CHARACTERS} characters`);
  return words;
}

function typesOf(patterns: readonly string[], types: readonly string[]): ReadonlySet<string> {
  const found = patterns.map((pattern) => types.filter((type) => matchesPattern(pattern, type)));
  const at = found.findIndex(({ length }) => length === 0);
  if (at !== -1) throw unknownWord('type', patterns[at], 'an event type such as order.updated, or order.*');
  return new Set(found.flat());
}

function objectsOf(words: readonly string[], objects: readonly string[]): ReadonlySet<string> {
  const unknown = words.find((word) => !objects.includes(word));
  if (unknown !== undefined) throw unknownWord('object', unknown, 'the object of an event type, such as order');
  return new Set(words);
}

function unknownWord(name: string, word: string | undefined, accepted: string): ValidationFailed {
  return ValidationFailed.of(name, `must be ${accepted}; there is no ${JSON.stringify(word)}`);
}
