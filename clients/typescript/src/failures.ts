import type { components } from './schema.js';

/** Stable codes of errors: docs/errors.md of the store says what each means. */
export type ErrorCode = components['schemas']['ErrorCode'];

/** The store answered with an error. A union by `code`: a switch over it can be exhaustive. */
export type StoreFailure = {
  [Code in ErrorCode]: StoreError<Code> & { readonly code: Code };
}[ErrorCode];

/** An error that the store answered with. */
export class StoreError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'StoreError';

  constructor(
    /** HTTP status. */
    readonly status: number,
    /** Undefined when something in front of the store answered. */
    readonly code: Code | undefined,
    message: string,
    /** Messages by the dotted path of the field at fault. */
    readonly errors: Readonly<Record<string, readonly string[]>>,
    /** Name it when you report the error: the store's log has it. */
    readonly requestId: string | undefined,
    /** Seconds after which the same request may succeed. */
    readonly retryAfter: number | undefined,
  ) {
    super(message);
  }
}

/** Whether something thrown is an answer of the store, with a code to switch over. */
export function isStoreFailure(thrown: unknown): thrown is StoreFailure {
  return thrown instanceof StoreError && thrown.code !== undefined;
}

/** Reads the error of a response that is not 2xx. Its body is JSON, or the page of a proxy. */
export function failureOf(response: Response, body: unknown): StoreError {
  const { error, errors } = typeof body === 'object' && body !== null ? (body as Answer) : {};
  const seconds = Number(response.headers.get('retry-after') ?? NaN);
  return new StoreError(
    response.status,
    (response.headers.get('error-code') ?? undefined) as ErrorCode | undefined,
    typeof error === 'string' ? error : `HTTP ${response.status} ${response.statusText}`.trim(),
    errors ?? {},
    response.headers.get('x-request-id') ?? undefined,
    Number.isFinite(seconds) ? seconds : undefined,
  );
}

interface Answer {
  readonly error?: unknown;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}
