import { randomUUID } from 'node:crypto';
import { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { type Logger } from 'pino';
import { monotonicMs } from '../../kernel/clock';
import { failureCause } from './failure-cause';
import { type AuthenticatedRequest } from './principal';

const SANE_ID = /^[\w.:-]{1,128}$/;

/** Parts of paths that a reader of the log could use: the cart of a buyer, a code that gives a discount. */
const KEYS = /^(\/v1\/(?:carts|promotions\/codes)\/)(?!checkout(?:\/|$))[^/]+/i;

/** A path without the keys in it. Its length is bounded by that of a request's head, its time is linear. */
export function maskedPath(path: string): string {
  return path.replace(KEYS, '$1***');
}

/** The fields that the request log keeps beside a request and its response. */
interface Logged {
  /** The id that the caller sent, when it is fit for a log line, else a new one; echoed as `X-Request-Id`. */
  requestId?: string;
}

/** The id of a request, for its log line and for the caller of one that failed. */
export function requestIdOf(request: Request): string {
  return (request as Request & Logged).requestId ?? '';
}

/** Puts a fault that the caller is not told about into the request's log line. */
export function noteFault(response: Response, fault: unknown): void {
  (response.locals as { fault?: unknown }).fault = fault;
}

/** Puts what made the store unable to answer into the request's log line. */
export function noteCause(response: Response, cause: unknown): void {
  (response.locals as { cause?: unknown }).cause = failureCause(cause);
}

/** Puts the trace of a request into its log line. */
export function noteTrace(response: Response, traceId: string | undefined): void {
  (response.locals as { traceId?: string | undefined }).traceId = traceId;
}

/**
 * One line a request, when it is answered or cut off: id, method, path without its query, status, duration, client, the code of an
 * error and the cause of an unavailable store. No headers, no bodies, no query: nothing that can hold a secret. Written by hand rather than with pino-http, which
 * makes a child logger for each request and cost a tenth of the time of a read.
 * @param logger for requests that failed: redacts what a fault may carry
 * @param requests for all others
 */
export function requestLog(logger: Logger, requests: Logger): RequestHandler {
  return (request: Request & Logged, response: Response, next: NextFunction): void => {
    const start = monotonicMs();
    const sent = request.headers['x-request-id'];
    const id = typeof sent === 'string' && SANE_ID.test(sent) ? sent : randomUUID();
    const { method } = request;
    const path = maskedPath(request.path);
    request.requestId = id;
    response.setHeader('X-Request-Id', id);
    response.once('close', () => {
      const { fault, cause, traceId } = response.locals as { fault?: unknown; cause?: unknown; traceId?: string };
      const ms = Math.round((monotonicMs() - start) * 10) / 10;
      const client = (request as AuthenticatedRequest).principal?.id;
      const status = response.writableFinished ? response.statusCode : undefined;
      const errorCode = response.getHeader('Error-Code');
      const line = { requestId: id, method, path, status, ms, client, errorCode, cause, trace_id: traceId };
      if (fault !== undefined) logger.error({ ...line, err: fault }, 'request failed');
      else requests.info(line, status === undefined ? 'request cut off' : 'request');
    });
    next();
  };
}
