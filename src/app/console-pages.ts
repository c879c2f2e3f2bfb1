import { existsSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { NotFound } from '../kernel/errors';
import { PathNotFound } from '../platform/http/http.errors';

/** The pages of the console were not built. */
export class ConsoleNotBuilt extends NotFound {
  readonly code = 'console.not_built';
  constructor() {
    super('The console is not built: run npm run build, then open this page again');
  }
}

/** Compressed siblings that the build writes, best first: encoding and end of the name. */
const SIBLINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
const PAGE = '/index.html';
/** Names below it hold a hash of the contents. */
const HASHED = '/assets/';
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Segments that lead upwards, and characters that mean a separator or an end to some file systems. */
const STRANGE_PATH = /[\\\0]|(?:^|\/)\.{1,2}(?:\/|$)/;

/**
 * The policy of the pages: own scripts only, and requests to this store alone. Styles may stand in attributes and elements:
 * the component library and the JSON editor write them while they run. A style cannot run a script.
 * @param pictures origin of PUBLIC_URL, which the links of product pictures begin with
 */
function policyWith(pictures: string): string {
  return [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:${pictures && ` ${pictures}`}`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/** Returns the decoded path below `/console`, or undefined for one that no file or page can have. */
function pathOf(request: Request): string | undefined {
  try {
    const path = decodeURIComponent(request.path);
    return STRANGE_PATH.test(path) ? undefined : path;
  } catch {
    return undefined;
  }
}

/** Returns whether a path names a file: all others are addresses of the pages, which their script shows. */
function isFile(path: string): boolean {
  return !path.startsWith('/carts/') && (path.split('/').at(-1) ?? '').includes('.');
}

/**
 * Serves the built console (console.md 1, 14): files with hashed names for a year, `index.html` for each path without a file
 * extension. The files are Express's own: no path leaves the folder.
 * @param folder of the build
 * @param publicUrl base URL of links; undefined: this store's own origin
 */
export function consolePages(folder: string, publicUrl: string | undefined): RequestHandler {
  const policy = policyWith(publicUrl === undefined ? '' : new URL(publicUrl).origin);
  const setHeaders = (response: Response, file: string): void => {
    const [encoding, end] = SIBLINGS.find(([, one]) => file.endsWith(one)) ?? [undefined, ''];
    const plain = file.slice(folder.length, file.length - end.length).replaceAll(sep, '/');
    response.type(extname(plain));
    if (encoding !== undefined) response.setHeader('Content-Encoding', encoding);
    response.vary('Accept-Encoding');
    response.setHeader('Cache-Control', plain.startsWith(HASHED) ? FOR_EVER : 'no-cache');
    response.setHeader('Content-Security-Policy', policy);
  };
  const files = express.static(folder, {
    index: false,
    redirect: false,
    cacheControl: false,
    acceptRanges: false,
    setHeaders,
  });
  const missing = (): NotFound => (existsSync(join(folder, PAGE)) ? new PathNotFound() : new ConsoleNotBuilt());
  return (request, response, next) => {
    const path = pathOf(request);
    const isSibling = path !== undefined && isFile(path) && SIBLINGS.some(([, end]) => path.endsWith(end));
    if (path === undefined || isSibling) next(missing());
    else firstOf(files, urlsOf(request, path), { request, response, next, missing });
  };
}

/** The files that may answer a request: the compressed ones that it accepts come first. */
function urlsOf(request: Request, path: string): string[] {
  const url = isFile(path) ? request.path : PAGE;
  const ends = SIBLINGS.filter(([encoding]) => request.acceptsEncodings(encoding) !== false).map(([, end]) => end);
  return [...ends, ''].map((end) => url + end);
}

interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly next: NextFunction;
  readonly missing: () => NotFound;
}

function firstOf(files: RequestHandler, urls: readonly string[], exchange: Exchange): void {
  const { request, response, next, missing } = exchange;
  const [url, ...others] = urls;
  if (url === undefined) {
    next(missing());
    return;
  }
  request.url = url;
  void files(request, response, (error?: unknown) => {
    if (error) next(error);
    else firstOf(files, others, exchange);
  });
}
