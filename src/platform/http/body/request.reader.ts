import { type Request, type RequestHandler } from 'express';
import { isUtf8 } from 'node:buffer';
import { InvalidUtf8, UnsupportedContentEncoding } from '../request.errors';
import { type ByteLimits, readBytes } from './body.stream';
import { bodyFormat } from './content.type';
import { type Fields, MAX_BODY_BYTES, noFields } from './field.rules';
import { parsedQuery, parseForm } from './form.parser';
import { parseJsonBody } from './json.parser';
import { METHOD_FIELD, overrideMethod } from './method.override';
import { type FieldsRead, parseMultipart } from './multipart.parser';

/** A sender that pours this much more than it may has had its answer long before. */
const DISCARDED_BODIES = 64;

/**
 * Reads every request as wire.md 1 says, on every method, before the router: sets `req.body` (an object, empty
 * without a body) and `req.query`, both without prototypes, and applies `_method`. On GET and HEAD the fields of a
 * body are filters too: they join `req.query`, where the query wins.
 *
 * Meant for an application without other body parsers (Nest: `bodyParser: false`). Whatever is wrong goes to
 * `next()` as a StoreError of `request.errors.ts`, or as ValidationFailed.
 * @param options limits in bytes; 1 MiB of body unless said otherwise
 */
export function readRequest(options: Partial<ByteLimits> = {}): RequestHandler {
  const maxBytes = options.maxBytes ?? MAX_BODY_BYTES;
  const limits: ByteLimits = { maxBytes, maxDiscardedBytes: options.maxDiscardedBytes ?? DISCARDED_BODIES * maxBytes };
  return (request, _response, next) => {
    readBytes(request, limits, (unreadable, bytes) => {
      if (unreadable || !bytes) return next(unreadable);
      readFields(request, bytes, (unfit, body) => {
        const error = unfit ?? attempt(() => accept(request, body ?? noFields()));
        if (error) next(error);
        else next();
      });
    });
  };
}

/** Bytes to fields, told once and never thrown: only multipart takes more than one turn. */
function readFields(request: Request, bytes: Buffer, done: FieldsRead): void {
  if (bytes.length === 0) return done(null, noFields());
  let fields: Fields | undefined;
  const error = attempt(() => {
    refuseEncoded(request);
    const contentType = request.headers['content-type'] ?? '';
    const format = bodyFormat(contentType);
    if (format === 'multipart') return parseMultipart(bytes, contentType, done);
    const text = utf8Text(bytes);
    fields = format === 'json' ? parseJsonBody(text) : parseForm(text);
  });
  if (error) done(error);
  else if (fields) done(null, fields);
}

/** @returns what was thrown */
function attempt(step: () => void): unknown {
  try {
    step();
    return undefined;
  } catch (error) {
    return error;
  }
}

function accept(request: Request, body: Fields): void {
  const query = parsedQuery(queryText(request.url));
  overrideMethod(request, query);
  delete query[METHOD_FIELD];
  delete body[METHOD_FIELD];
  request.body = body;
  const isFilter = request.method === 'GET' || request.method === 'HEAD';
  // Express 5 has a getter here, which would parse the URL again on every look.
  Object.defineProperty(request, 'query', {
    value: isFilter ? Object.assign(noFields(), body, query) : query,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function queryText(url: string): string {
  const mark = url.indexOf('?');
  return mark === -1 ? '' : url.slice(mark + 1);
}

function refuseEncoded(request: Request): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') throw new UnsupportedContentEncoding();
}

function utf8Text(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new InvalidUtf8();
  return bytes.toString('utf8');
}
