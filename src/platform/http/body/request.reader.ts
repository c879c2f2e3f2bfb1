import { type Request, type RequestHandler } from 'express';
import { isUtf8 } from 'node:buffer';
import { InvalidUtf8, UnsupportedContentEncoding } from '../request.errors';
import { BodyIntake, type ByteLimits } from './body.intake';
import { type BodyMemory } from './body.memory';
import { bodyFormat } from './content-type';
import { type Fields, noFields } from './field.rules';
import { parsedQuery, parseForm } from './form.parser';
import { parseJsonBody } from './json.parser';
import { METHOD_FIELD, overrideMethod } from './method.override';
import { type FieldsRead, parseMultipart } from './multipart.parser';

/**
 * Reads what stands before the body (wire.md 1), on every method, before the router: sets `req.query`, without a
 * prototype, and an empty `req.body`, and applies `_method`, so that the route and the scope are those of the method that is
 * meant. Starts to take the body, which {@link readBody} reads later.
 *
 * Use it in an application without other body parsers (Nest: `bodyParser: false`). A fault goes to `next()` as a
 * StoreError of `request.errors.ts`, or as ValidationFailed.
 * @param memory what all unfinished bodies share
 * @param limits of a body until its caller is known
 */
export function readHead(memory: BodyMemory, limits: ByteLimits): RequestHandler {
  return (request, response, next) => {
    BodyIntake.begin(request, response, memory, limits);
    const error = attempt(() => acceptHead(request));
    if (error) next(error);
    else next();
  };
}

/**
 * Reads the body of a request into `req.body`: an object without a prototype. On GET and HEAD its fields are filters too:
 * they join `req.query`, where the query wins.
 * @returns undefined when there is no body: then there is nothing to wait for
 * @throws a StoreError of `request.errors.ts`, or ValidationFailed
 */
export function readBody(request: Request, limits: ByteLimits): Promise<void> | undefined {
  const intake = BodyIntake.of(request);
  if (intake === undefined) return undefined;
  return new Promise((resolve, reject) => {
    const fail: (error: unknown) => void = reject;
    intake.read(limits, (unreadable, bytes) => {
      if (unreadable) return fail(unreadable);
      readFields(request, bytes, (unfit, body = noFields()) => {
        if (unfit) return fail(unfit);
        acceptBody(request, body);
        resolve();
      });
    });
  });
}

/** The body of a request as it came, for a signature over its bytes. @throws BodyTooLarge, TooManyBodies, TruncatedBody */
export function readRawBody(request: Request, limits: ByteLimits): Promise<Buffer> {
  const intake = BodyIntake.of(request);
  if (intake === undefined) return Promise.resolve(Buffer.alloc(0));
  return new Promise((resolve, reject) => {
    const fail: (error: unknown) => void = reject;
    intake.read(limits, (unreadable, bytes) => (unreadable ? fail(unreadable) : resolve(bytes)));
  });
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

function acceptHead(request: Request): void {
  const query = parsedQuery(queryText(request.url));
  overrideMethod(request, query);
  delete query[METHOD_FIELD];
  request.body = noFields();
  setQuery(request, query);
}

function acceptBody(request: Request, body: Fields): void {
  delete body[METHOD_FIELD];
  request.body = body;
  const isFilter = request.method === 'GET' || request.method === 'HEAD';
  if (isFilter) setQuery(request, Object.assign(noFields(), body, request.query));
}

/** Express 5 has a getter here, which would parse the URL again on every look. */
function setQuery(request: Request, query: Fields): void {
  Object.defineProperty(request, 'query', { value: query, enumerable: true, configurable: true, writable: true });
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
