/** Codes of attempts without a response: the closed list that API users see (webhooks.md 18). They contain no address. */
export const SEND_ERROR_CODES = [
  /** The name has no address, or its name server did not respond in time. */
  'dns_failed',
  /** A webhook may not point to the URL or to one of its addresses (webhooks.md 17). */
  'address_refused',
  /** No connection, TLS included, in time. */
  'connect_timeout',
  /** Nothing listens at the address, or the network does not reach it. */
  'connect_failed',
  /** The certificate is not trusted, expired or of another name, or the TLS handshake broke. */
  'tls_failed',
  /** Connect, headers and body together took too long. */
  'deadline',
  /** The connection broke before the response was complete. */
  'reset',
  'headers_too_large',
  /** The response is not HTTP. */
  'bad_response',
  /** Anything else; the log of the worker has the cause. */
  'send_failed',
] as const;

export type SendErrorCode = (typeof SEND_ERROR_CODES)[number];

/** A complete response of any status. */
export interface ResponseOutcome {
  readonly outcome: 'response';
  /** 200 to 999: receivers may invent statuses. */
  readonly status: number;
  /** The `Retry-After` header as sent. */
  readonly retryAfter: string | null;
  /** The beginning of the response body as text, at most 16 KiB of UTF-8, not inflated. */
  readonly head: string;
  /** Whole milliseconds from the start of the attempt. */
  readonly ms: number;
}

/** No response, or an incomplete one. */
export interface ErrorOutcome {
  readonly outcome: 'error';
  readonly code: SendErrorCode;
  /** Whole milliseconds from the start of the attempt. */
  readonly ms: number;
}

/** The outcome of one attempt to send a delivery: data, so that no caller has to catch. */
export type AttemptOutcome = ResponseOutcome | ErrorOutcome;

/** The code of a failed attempt as API users see it: `deadline`, `http_503`; null for a 2xx (webhooks.md 18). */
export function failureCode(outcome: AttemptOutcome): SendErrorCode | `http_${number}` | null {
  if (outcome.outcome === 'error') return outcome.code;
  return isSuccess(outcome.status) ? null : `http_${outcome.status}`;
}

/** Whether a status is one of the 2xx, the only ones that deliver (webhooks.md 12). */
export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}
