import {
  Conflict,
  type FieldErrors,
  Forbidden,
  Invalid,
  MethodNotAllowed,
  NotFound,
  TooLarge,
  TooMany,
  Unauthorized,
  Unavailable,
} from '../../kernel/errors';

/** No resource lives at this path. */
export class PathNotFound extends NotFound {
  readonly code = 'path.not_found';
  constructor() {
    super('No such path');
  }
}

/** The path exists, but not for this method; `Allow` names its methods. */
export class MethodRefused extends MethodNotAllowed {
  readonly code = 'path.method_not_allowed';
  constructor(readonly allowed: readonly string[]) {
    super(`This path takes ${allowed.join(', ')}`);
  }
}

const TOKEN_FAULTS = {
  missing: 'none was sent in the header Authorization: Bearer <token>',
  unknown: 'this one is not known, it was revoked, removed after it expired or never issued here',
  expired: 'this one has expired, get a new one with POST /oauth/access_token',
} as const;

/** No bearer token was sent, or it is unknown, expired or revoked; the message tells which. */
export class TokenRequired extends Unauthorized {
  readonly code = 'access.token_required';
  constructor(fault: keyof typeof TOKEN_FAULTS) {
    super(`A valid access token is required: ${TOKEN_FAULTS[fault]}`);
  }
}

/** The route is not open to tokens of public clients, or not for this order. */
export class StorefrontRefused extends Forbidden {
  readonly code = 'access.storefront_refused';
  constructor() {
    super('The token of a public client may not do this: it needs a token from a client id and secret');
  }
}

/** The client sent more requests than it may. */
export class RateLimited extends TooMany {
  readonly code = 'access.rate_limited';
  constructor(override readonly retryAfter: number) {
    super('Too many requests, try again later');
  }
}

/** The `Idempotency-Key` is empty or longer than 255 characters. */
export class IdempotencyKeyInvalid extends Invalid {
  readonly code = 'idempotency.key_invalid';
  constructor() {
    super({ 'Idempotency-Key': ['Idempotency-Key must be 1 to 255 printable characters'] } satisfies FieldErrors);
  }
}

/** The `Idempotency-Key` was used before with another request. */
export class IdempotencyKeyReused extends Conflict {
  readonly code = 'idempotency.key_reused';
  constructor() {
    super('This Idempotency-Key was used before with another request');
  }
}

/** The first request with this `Idempotency-Key` is still under way. */
export class IdempotencyInProgress extends Conflict {
  readonly code = 'idempotency.in_progress';
  override readonly retryAfter = 1;
  constructor() {
    super('The first request with this Idempotency-Key is still under way');
  }
}

/**
 * The first request with this `Idempotency-Key` was carried out, and no key of the process opens its response: `SECRETS_KEY` was
 * replaced. The record shows what it did; a new Idempotency-Key carries it out once more.
 */
export class IdempotentResponseUnreadable extends Conflict {
  readonly code = 'idempotency.response_unreadable';
  constructor() {
    super('The first request with this Idempotency-Key was carried out, but its response can no longer be read');
  }
}

/** The response would be longer than a text can be, about 500 MB. */
export class AnswerTooLarge extends TooLarge {
  readonly code = 'response.too_large';
  constructor() {
    super('The response would be too large. Ask for fewer records with a smaller limit');
  }
}

/** The process is stopping and takes no new work. */
export class Draining extends Unavailable {
  readonly code = 'process.draining';
  override readonly retryAfter = 1;
  constructor() {
    super('The store is restarting, try again');
  }
}
