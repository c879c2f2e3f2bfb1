/** The kinds of errors. The error filter maps each to one HTTP status. */
export type ErrorKind =
  | 'malformed'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'gone'
  | 'too_large'
  | 'unsupported_media'
  | 'invalid'
  | 'too_many'
  | 'internal'
  | 'unavailable';

/** Messages by the dotted path of the field they are about. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** An error that a caller may see. Its code is stable and listed in `docs/errors.md`; its message is written for people. */
export abstract class StoreError extends Error {
  abstract readonly code: string;
  abstract readonly kind: ErrorKind;
  /** Field messages of a validation error; the first of them is the message. */
  readonly errors?: FieldErrors;
  /** Whole seconds after which the same request may succeed. */
  readonly retryAfter?: number;
  /**
   * The request failed and has changed the store all the same, e.g. a declined payment. It is thrown after the commit;
   * with an Idempotency-Key the answer is stored like that of a success, so that a repeat does not try again.
   */
  readonly keepsEffect?: boolean;

  /** @param cause what failed: for the log, never for the caller */
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
  }
}

export abstract class Malformed extends StoreError {
  readonly kind = 'malformed';
}
export abstract class Unauthorized extends StoreError {
  readonly kind = 'unauthorized';
  /** The value of `WWW-Authenticate`. */
  readonly challenge: string = 'Bearer';
}
export abstract class Forbidden extends StoreError {
  readonly kind = 'forbidden';
}
export abstract class NotFound extends StoreError {
  readonly kind = 'not_found';
}
export abstract class MethodNotAllowed extends StoreError {
  readonly kind = 'method_not_allowed';
}
export abstract class Conflict extends StoreError {
  readonly kind = 'conflict';
}
export abstract class Gone extends StoreError {
  readonly kind = 'gone';
}
export abstract class TooLarge extends StoreError {
  readonly kind = 'too_large';
}
export abstract class UnsupportedMedia extends StoreError {
  readonly kind = 'unsupported_media';
}
export abstract class TooMany extends StoreError {
  readonly kind = 'too_many';
}
export abstract class Unavailable extends StoreError {
  readonly kind = 'unavailable';
}

/** A request that is well formed and cannot be done as asked. Names every field at fault. */
export abstract class Invalid extends StoreError {
  readonly kind = 'invalid';
  override readonly errors: FieldErrors;

  /** @param errors at least one field with at least one message. */
  constructor(errors: FieldErrors) {
    super(Object.values(errors)[0]?.[0] ?? 'The request is not valid');
    this.errors = errors;
  }
}

/** Input that breaks a rule of its field or of the record it would make. */
export class ValidationFailed extends Invalid {
  readonly code = 'validation_failed';

  /** One field, one message; the message starts with the field's name as sent. */
  static of(field: string, message: string): ValidationFailed {
    return new ValidationFailed({ [field]: [`${field} ${message}`] });
  }
}
