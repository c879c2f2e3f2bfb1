import { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { type AuthenticatedRequest } from '../http/principal';
import { noteTrace } from '../http/request-log';
import { type Span, type Tracing } from './tracing';

/** Paths that machines request every few seconds; their traces would hide the others. */
const PROBES = /^\/(?:health\/|metrics$)/;

/**
 * A span over each request, which continues the caller's `traceparent`: method, template of the route, status and
 * client, and never the path, whose ids may be secrets, the query, a header or a body. Two handlers: `begin` comes before
 * the body is read, whose events lose the async context, and `enter` after it.
 */
export function traceRequests(tracing: Tracing): { readonly begin: RequestHandler; readonly enter: RequestHandler } {
  const spans = new WeakMap<Request, Span>();
  return {
    begin: (request: Request, response: Response, next: NextFunction) => {
      if (!PROBES.test(request.path)) spans.set(request, begin(tracing, request, response));
      next();
    },
    enter: (request: Request, _response: Response, next: NextFunction) => {
      tracing.within(spans.get(request), next);
    },
  };
}

function begin(tracing: Tracing, request: Request, response: Response): Span {
  const { traceparent } = request.headers;
  const parent = typeof traceparent === 'string' ? traceparent : null;
  const span = tracing.start({ name: request.method, kind: 'server', parent });
  noteTrace(response, span.traceId);
  response.once('close', () => {
    describe(span, request, response);
    span.end();
  });
  return span;
}

function describe(span: Span, request: Request, response: Response): void {
  const route = (request.route as { path?: string } | undefined)?.path;
  if (route !== undefined) span.rename(`${request.method} ${route}`);
  const status = response.writableFinished ? response.statusCode : undefined;
  span.set({
    'http.request.method': request.method,
    'http.route': route,
    'http.response.status_code': status,
    'storekeeper.client.id': (request as AuthenticatedRequest).principal?.id,
  });
  if (status === undefined) span.fail('cut_off');
  else if (status >= 500) span.fail(String(status));
}
