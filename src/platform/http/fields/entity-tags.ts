import { ValidationFailed } from '../../../kernel/errors';

/** The next tag, strong or weak (RFC 9110 8.8.3), and what follows it; its text without the quotes is the first group. */
const NEXT = /[ \t]*(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*(?:,|$)/y;
/** Suffixes that servers and proxies append to a tag when they compress. The tag may itself end in a dash, so both forms are tried. */
const SUFFIXES = [/[-;:](?:gzip|deflate|br|zstd|df)$/i, /[-;:]{2}(?:gzip|deflate|br|zstd|df)$/i];

/**
 * Reads the tags of an `If-Match` or `If-None-Match` header. A proxy that compresses marks a tag as weak or appends the name of the
 * encoding: `W/"x"` and `"x-gzip"` name the same state of a record as `"x"` (wire.md 6).
 * @returns strong tags as the store makes them, or `*`; undefined for a header of another form
 */
export function entityTags(header: string): string[] | undefined {
  if (header.trim() === '*') return ['*'];
  const tags: string[] = [];
  const next = new RegExp(NEXT);
  while (next.lastIndex < header.length) {
    const text = next.exec(header)?.[1];
    if (text === undefined) return undefined;
    tags.push(`"${text}"`, ...SUFFIXES.map((suffix) => `"${text.replace(suffix, '')}"`));
  }
  return tags.length === 0 ? undefined : tags;
}

/** @throws ValidationFailed for a header that has no list of tags: it would never match */
export function requiredTags(name: string, header: string): string[] {
  const tags = entityTags(header);
  if (tags === undefined) throw ValidationFailed.of(name, 'must be an ETag in double quotes, a list of them, or *');
  return tags;
}
