import { errors } from 'undici';
import { type SendErrorCode } from '../domain/attempt-outcome';
import { errorCode } from './node-error-code';

/** Ends an attempt with a code that API users may see; the cause may name addresses and stays with the worker. */
export class SendFailure extends Error {
  constructor(
    readonly code: SendErrorCode,
    cause?: unknown,
  ) {
    super(code, { cause });
    this.name = 'SendFailure';
  }
}

/** Codes of undici and Node for a connection that broke after it was made. */
const RESET_CODES: ReadonlySet<string> = new Set([
  'UND_ERR_SOCKET',
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ETIMEDOUT',
]);

/** Returns the code of the error that ended an attempt. Failures while connecting are a {@link SendFailure} already. */
export function sendErrorCode(error: unknown): SendErrorCode {
  if (error instanceof SendFailure) return error.code;
  if (error instanceof errors.HeadersOverflowError) return 'headers_too_large';
  if (error instanceof errors.HTTPParserError) return 'bad_response';
  if (error instanceof errors.ResponseContentLengthMismatchError) return 'bad_response';
  return RESET_CODES.has(errorCode(error)) ? 'reset' : 'send_failed';
}
