import { type NextFunction, type Request, type Response } from 'express';
import { DuplicateHeader, InvalidHost } from './request.errors';

/** Headers of which Node keeps the first and drops the rest, so that a proxy before us may have read another one. */
const SINGLE: ReadonlySet<string> = new Set(['authorization', 'content-type', 'host']);

/** A name, an IPv4 or an IPv6 address, with a port or without. */
const HOST = /^(?:[a-z\d._-]+|\[[a-f\d:.]+\])(?::\d{1,5})?$/i;

/**
 * Refuses heads that have no one meaning: a header sent twice that may come once, and a host that no address can hold,
 * which would end up in the links of lists. HTTP/1.0 needs no host.
 */
export function refuseAmbiguousHead(request: Request, _: Response, next: NextFunction): void {
  const twice = headerSentTwice(request.rawHeaders);
  if (twice !== undefined) return next(new DuplicateHeader(twice));
  const host = request.host as string | undefined;
  const isFit = host === undefined ? request.httpVersion === '1.0' : HOST.test(host);
  next(isFit ? undefined : new InvalidHost());
}

/** @param rawHeaders names and values in turn, as Node has read them */
function headerSentTwice(rawHeaders: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    const key = name.toLowerCase();
    if (!SINGLE.has(key)) continue;
    if (seen.has(key)) return name;
    seen.add(key);
  }
  return undefined;
}
