import { type Request } from 'express';
import { ValidationFailed } from '../../../kernel/errors';

/** Text in the brackets of a parameter with several values: `a[0]=1&a[1]=2`. */
const NUMBER = /^\d{1,4}$/;

/**
 * The values of what the address names several times: of fields the last counts, of filters each (storefront.md 14). It has
 * been read once, so it holds at most 1,000 fields.
 */
export function repeatedIn({ originalUrl }: Pick<Request, 'originalUrl'>): ReadonlyMap<string, string[]> {
  const sent = new Map<string, string[]>();
  const start = originalUrl.indexOf('?');
  if (start === -1) return sent;
  for (const [name, text] of new URLSearchParams(originalUrl.slice(start + 1))) {
    if (name.includes('[')) continue;
    const texts = sent.get(name);
    if (texts === undefined) sent.set(name, [text]);
    else texts.push(text);
  }
  return new Map([...sent].filter(([, texts]) => texts.length > 1));
}

/**
 * Returns all values of a parameter, sent once, repeated (`a=1&a=2`) or in brackets (`a[]=1`); undefined when it was not sent
 * or is empty.
 * @throws ValidationFailed for other brackets
 */
export function valuesOf(
  { query, originalUrl }: Pick<Request, 'query' | 'originalUrl'>,
  name: string,
): readonly string[] | undefined {
  const raw: unknown = query[name];
  if (raw === undefined) return undefined;
  const sent = repeatedIn({ originalUrl }).get(name) ?? listOf(raw);
  if (!sent.every((value) => typeof value === 'string')) throw ValidationFailed.of(name, 'must be text');
  const values = sent.filter((value) => value !== '');
  return values.length === 0 ? undefined : values;
}

function listOf(raw: unknown): readonly unknown[] {
  const isNumbered = raw !== null && typeof raw === 'object' && Object.keys(raw).every((key) => NUMBER.test(key));
  return isNumbered ? Object.values(raw) : [raw];
}
