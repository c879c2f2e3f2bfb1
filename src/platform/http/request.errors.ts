import { Malformed, TooLarge, Unavailable, UnsupportedMedia } from '../../kernel/errors';

/** The body stopped before its announced length, or its last chunk never came. */
export class TruncatedBody extends Malformed {
  readonly code = 'request.truncated_body';
  constructor() {
    super('The request body ended too early');
  }
}

/** The body is not JSON text, or not a JSON object at its top. */
export class MalformedJson extends Malformed {
  readonly code = 'request.malformed_json';
  /** @param fault what is wrong and where; left out: it is JSON, but no object */
  constructor(fault?: string) {
    super(fault === undefined ? 'The request body must be a JSON object' : `The request body is not JSON: ${fault}`);
  }
}

/** A multipart body without a boundary, with a broken part header, or without its closing boundary. */
export class MalformedMultipart extends Malformed {
  readonly code = 'request.malformed_multipart';
  constructor() {
    super('The request body is not valid multipart/form-data');
  }
}

/** A `%` without two hex digits, or percent-encoded bytes that are not UTF-8, in a path, a query or a form. */
export class InvalidPercentEncoding extends Malformed {
  readonly code = 'request.invalid_percent_encoding';
  constructor() {
    super('The request holds an invalid percent-encoding');
  }
}

/** A header that may be sent only once was sent several times, so its value is ambiguous. */
export class DuplicateHeader extends Malformed {
  readonly code = 'request.duplicate_header';
  constructor(name: string) {
    super(`The header ${name} was sent more than once`);
  }
}

/** The Host header is missing or not valid. */
export class InvalidHost extends Malformed {
  readonly code = 'request.invalid_host';
  constructor() {
    super('The Host header must be a host, with a port or without');
  }
}

/** Bytes that are not UTF-8 in a body. */
export class InvalidUtf8 extends Malformed {
  readonly code = 'request.invalid_utf8';
  constructor() {
    super('The request body must be UTF-8 text');
  }
}

/** A body over the limit of wire.md 1. */
export class BodyTooLarge extends TooLarge {
  readonly code = 'request.body_too_large';
  /** @param maxBytes the limit that was passed */
  constructor(maxBytes: number) {
    super(`The request body must not be larger than ${maxBytes} bytes`);
  }
}

/** The bodies that are arriving fill the memory reserved for them (UNFINISHED_BODIES_MIB). */
export class TooManyBodies extends Unavailable {
  readonly code = 'request.too_many_bodies';
  override readonly retryAfter = 1;
  constructor() {
    super('Too many request bodies are arriving at once, try again');
  }
}

/** This process receives the maximum number of uploads at once already. */
export class TooManyUploads extends Unavailable {
  readonly code = 'request.too_many_uploads';
  override readonly retryAfter = 1;
  constructor() {
    super('Too many files are being uploaded at once, try again');
  }
}

/** The disk did not take an uploaded file: it is full, over its quota, or FILES_DIR cannot be written to. */
export class UploadNotStored extends Unavailable {
  readonly code = 'request.upload_not_stored';
  override readonly retryAfter = 5;
  constructor(cause?: unknown) {
    super('The file could not be stored, try again later', cause);
  }
}

/** More fields (JSON: values) than wire.md 1 allows. */
export class TooManyFields extends TooLarge {
  readonly code = 'request.too_many_fields';
  /** @param maxFields the limit that was passed */
  constructor(maxFields: number) {
    super(`The request must not hold more than ${maxFields} fields`);
  }
}

/** A body of a type other than the three of wire.md 1 and those of the route, or of no type. */
export class UnsupportedContentType extends UnsupportedMedia {
  readonly code = 'request.unsupported_content_type';
  /** @param another type that the route takes */
  constructor(another?: string) {
    const types = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'];
    const last = another ?? types.pop();
    super(`Content-Type must be ${types.join(', ')} or ${last}`);
  }
}

/** A text in a character set other than UTF-8. */
export class UnsupportedCharset extends UnsupportedMedia {
  readonly code = 'request.unsupported_charset';
  constructor() {
    super('The charset of the request must be utf-8');
  }
}

/** A compressed body: unpacking one would put the size limit in the sender's hands. */
export class UnsupportedContentEncoding extends UnsupportedMedia {
  readonly code = 'request.unsupported_content_encoding';
  constructor() {
    super('Content-Encoding must be identity');
  }
}
