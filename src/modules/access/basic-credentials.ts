import { BasicMalformed } from './access.errors';

/** Longer than any client id and secret together; checked before the pattern. */
const MAX_LENGTH = 2048;
const BASIC = /^Basic +([A-Za-z\d+/]+={0,2})$/i;
/** Characters that no name or password of RFC 7617 holds; NUL among them. */
const CONTROL = /\p{Cc}/u;

/** The challenge of a 401 to a request that sent its credentials by `Authorization: Basic` (RFC 6749 5.2). */
export const BASIC_CHALLENGE = 'Basic realm="storekeeper", charset="UTF-8"';

/** A name and a password. */
export interface BasicCredentials {
  readonly name: string;
  readonly password: string;
}

/** Reads base64 as UTF-8. @returns undefined when it is not canonical or holds other bytes */
function decoded(base64: string): string | undefined {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.toString('base64').replaceAll('=', '') !== base64.replaceAll('=', '')) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Reads a header `Authorization: Basic` (RFC 7617). Bounded by its length.
 * @returns `missing` for another scheme or without a header
 */
export function basicCredentials(header: string | undefined): BasicCredentials | 'missing' | 'malformed' {
  if (header === undefined || !/^Basic(?: |$)/i.test(header)) return 'missing';
  if (header.length > MAX_LENGTH) return 'malformed';
  const text = decoded(BASIC.exec(header)?.[1] ?? '') ?? '';
  const colon = text.indexOf(':');
  if (colon === -1 || CONTROL.test(text)) return 'malformed';
  return { name: text.slice(0, colon), password: text.slice(colon + 1) };
}

/**
 * Reads the client id and the secret of a header `Authorization: Basic`, both encoded like form values (RFC 6749 2.3.1).
 * @returns undefined for another scheme or without a header @throws BasicMalformed
 */
export function basicClient(header: string | undefined): BasicCredentials | undefined {
  const credentials = basicCredentials(header);
  if (credentials === 'missing') return undefined;
  if (credentials === 'malformed') throw new BasicMalformed();
  return { name: formDecoded(credentials.name), password: formDecoded(credentials.password) };
}

function formDecoded(text: string): string {
  try {
    const value = decodeURIComponent(text.replaceAll('+', ' '));
    if (!CONTROL.test(value)) return value;
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
  }
  throw new BasicMalformed();
}
