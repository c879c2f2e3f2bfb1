import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { type ErrorKind, StoreError, Unauthorized } from '../../kernel/errors';
import { DatabaseReadOnly, DatabaseUnavailable } from '../database/connection/database.errors';
import { isReadOnly, isTransient, isUnreachable } from '../database/connection/driver-faults';
import { MethodRefused, PathNotFound } from './http.errors';
import { noteCause, noteFault, requestIdOf } from './request-log';
import { InvalidPercentEncoding } from './request.errors';
import { allowedMethods } from './routes';

/** The status of each kind of error (wire.md 2). */
export const STATUS_OF = {
  malformed: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unsupported_media: 415,
  invalid: 422,
  too_many: 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<ErrorKind, number>;

/** The answer to a request that failed (wire.md 2). */
export interface ErrorAnswer {
  readonly status: false;
  readonly error: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

/** The status and the body that an error is answered with. */
export function errorAnswer({ kind, message, errors }: StoreError): { status: number; body: ErrorAnswer } {
  const body: ErrorAnswer = errors ? { status: false, error: message, errors } : { status: false, error: message };
  return { status: STATUS_OF[kind], body };
}

function toStoreError(error: unknown, request: Request): StoreError | undefined {
  if (error instanceof StoreError) return error;
  if (error instanceof HttpException && error.getStatus() === 404) {
    const allowed = allowedMethods(request);
    return allowed.length > 0 ? new MethodRefused(allowed) : new PathNotFound();
  }
  // The only 400 of Nest itself: the router could not decode a part of the path.
  if (error instanceof HttpException && error.getStatus() === 400) return new InvalidPercentEncoding();
  if (isReadOnly(error)) return new DatabaseReadOnly();
  return isUnreachable(error) || isTransient(error) ? new DatabaseUnavailable() : undefined;
}

/**
 * The one place where errors become HTTP responses. An error that is no StoreError is logged; its response has no
 * details.
 */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<Request>(), http.getResponse<Response>());
  }

  /** Also called by the middleware before Nest, where filters do not reach. */
  answer(error: unknown, request: Request, response: Response): void {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const known = toStoreError(error, request);
    if (known === undefined) {
      noteFault(response, error);
      const message = `Internal error. Tell us the request id ${requestIdOf(request)}`;
      response.status(500).json({ status: false, error: message } satisfies ErrorAnswer);
      return;
    }
    if (known.kind === 'unavailable') noteCause(response, known === error ? known.cause : error);
    this.headers(known, response);
    const { status, body } = errorAnswer(known);
    response.status(status).json(body);
  }

  private headers(error: StoreError, response: Response): void {
    response.setHeader('Error-Code', error.code);
    if (error instanceof Unauthorized && !response.hasHeader('WWW-Authenticate')) {
      response.setHeader('WWW-Authenticate', error.challenge);
    }
    if (error.retryAfter !== undefined) response.setHeader('Retry-After', String(error.retryAfter));
    if (error instanceof MethodRefused) response.setHeader('Allow', error.allowed.join(', '));
  }
}
