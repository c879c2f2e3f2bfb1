import { UnsupportedCharset, UnsupportedContentType } from '../request.errors';

/** Format of a body. */
export type BodyFormat = 'form' | 'multipart' | 'json';

const FORMATS: ReadonlyMap<string, BodyFormat> = new Map([
  ['application/x-www-form-urlencoded', 'form'],
  ['multipart/form-data', 'multipart'],
  ['application/json', 'json'],
]);

/** ASCII is UTF-8 too. */
const CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

/**
 * The format that a Content-Type header names; case and parameters other than `charset` do not matter.
 * @throws UnsupportedContentType, UnsupportedCharset
 */
export function bodyFormat(header: string | undefined): BodyFormat {
  const [type = '', ...parameters] = (header ?? '').split(';');
  const format = FORMATS.get(type.trim().toLowerCase());
  if (format === undefined) throw new UnsupportedContentType();
  for (const parameter of parameters) {
    const [name = '', ...value] = parameter.split('=');
    const isCharset = name.trim().toLowerCase() === 'charset';
    if (isCharset && !CHARSETS.has(unquoted(value.join('=').trim().toLowerCase()))) throw new UnsupportedCharset();
  }
  return format;
}

function unquoted(text: string): string {
  return text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}
