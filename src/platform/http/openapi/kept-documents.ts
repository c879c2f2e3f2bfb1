import { type Request, type RequestHandler, type Response } from 'express';
import { tagOfJson } from '../../database/rows/entity-tag';

interface Kept {
  readonly type: string | undefined;
  readonly bytes: Buffer;
  readonly tag: string;
}

/** Both forms of the OpenAPI document, which anyone may ask for. */
const PATHS: ReadonlySet<string> = new Set(['/openapi.json', '/openapi.yaml']);

/**
 * Keeps the texts of the OpenAPI document: Swagger would write them anew for each request, which takes 10 ms as JSON and 90 ms
 * as YAML. Answers 304 when the caller has the text already.
 */
export function keepDocuments(): RequestHandler {
  const texts = new Map<string, Kept>();
  return (request, response, next) => {
    const { path } = request;
    const kept = PATHS.has(path) ? texts.get(path) : undefined;
    if (kept !== undefined && isRead(request)) {
      send(response, kept);
      return;
    }
    if (PATHS.has(path)) keepText(response, (made) => texts.set(path, made));
    next();
  };
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Listens for the text that Swagger sends: it has no other way to say it. Errors are sent otherwise. */
function keepText(response: Response, keep: (made: Kept) => void): void {
  const sendText = response.send.bind(response);
  response.send = (text: unknown) => {
    response.send = sendText;
    if (typeof text !== 'string' || response.statusCode !== 200) return sendText(text);
    const made = { type: response.get('Content-Type'), bytes: Buffer.from(text), tag: tagOfJson(text) };
    keep(made);
    return send(response, made);
  };
}

function send(response: Response, { type, bytes, tag }: Kept): Response {
  if (type !== undefined) response.setHeader('Content-Type', type);
  return response.setHeader('ETag', tag).send(bytes);
}
