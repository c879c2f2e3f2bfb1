import { type OpenAPIObject } from '@nestjs/swagger';
import { BODY_TYPES } from './answers';
import { STATUS_OF } from './error.filter';

type Components = NonNullable<OpenAPIObject['components']>;
type Schemas = NonNullable<Components['schemas']>;
type Responses = NonNullable<Components['responses']>;

const FALSE = { type: 'boolean', enum: [false] };
const direction = (type: object): object => ({ oneOf: [type, FALSE] });
const directions = (description: string, type: object): object => ({
  type: 'object',
  description,
  additionalProperties: false,
  required: ['first', 'previous', 'next', 'last'],
  properties: { first: direction(type), previous: direction(type), next: direction(type), last: direction(type) },
});

const PAGE = 'http://127.0.0.1:3000/v1/orders?offset=';
const PAGINATION = {
  type: 'object',
  description: 'Which part of the list this is, and where its neighbours are.',
  additionalProperties: false,
  required: ['total', 'current', 'limit', 'offset', 'from', 'to', 'offsets', 'links'],
  properties: {
    total: { type: 'integer', minimum: 0, description: 'Records that could be answered.' },
    current: { type: 'integer', minimum: 0, description: 'Records answered here.' },
    limit: { type: 'integer', minimum: 1, maximum: 100, description: 'Most records a page holds.' },
    offset: { type: 'integer', minimum: 0, description: 'Records skipped.' },
    from: { type: 'integer', minimum: 1, description: 'Ordinal of the first record answered.' },
    to: { type: 'integer', minimum: 0, description: 'Ordinal of the last record answered.' },
    offsets: directions('Offsets of the neighbours; false where there is none.', { type: 'integer', minimum: 0 }),
    links: directions('Addresses of the neighbours; false where there is none.', { type: 'string', format: 'uri' }),
  },
  example: {
    total: 250,
    current: 100,
    limit: 100,
    offset: 100,
    from: 101,
    to: 200,
    offsets: { first: 0, previous: 0, next: 200, last: 200 },
    links: Object.fromEntries(
      Object.entries({ first: 0, previous: 0, next: 200, last: 200 }).map(([name, offset]) => [
        name,
        `${PAGE}${offset}&limit=100&order=desc&sort=created_at`,
      ]),
    ),
  },
};

const ERROR = {
  type: 'object',
  description: 'Why a call failed.',
  additionalProperties: false,
  required: ['status', 'error'],
  properties: {
    status: FALSE,
    error: { type: 'string', description: 'What is wrong, for people. The stable code is in the header Error-Code.' },
    errors: {
      type: 'object',
      description: 'Messages by the dotted path of the field they are about.',
      additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 },
    },
  },
};

/** The schemas that all resources share. */
export const SHARED_SCHEMAS = { Pagination: PAGINATION, Error: ERROR } as unknown as Schemas;

const header = (description: string, schema: object): { description: string; schema: object } => ({
  description,
  schema,
});

/** Headers of answers, by name. */
export const ANSWER_HEADERS = {
  'API-Version': header('Version of the interface.', { type: 'string', example: '1.2.0' }),
  'X-Request-Id': header('The id that was sent, or a new one; the log has it too.', { type: 'string' }),
  ETag: header('Tag of this state of the record, for If-Match.', { type: 'string', example: '"d1f5c2"' }),
  'Idempotency-Replayed': header('`true` when this is the stored answer to an earlier request.', {
    type: 'string',
    enum: ['true'],
  }),
  'Error-Code': header('Stable code of the error, for programs.', { type: 'string', example: 'orders.not_found' }),
  'Retry-After': header('Seconds after which the same request may succeed.', { type: 'integer', minimum: 0 }),
  'WWW-Authenticate': header('How to authenticate.', { type: 'string', enum: ['Bearer'] }),
} as const satisfies Record<string, object>;

/** The reference to headers of an answer. */
export function headersOf(...names: readonly (keyof typeof ANSWER_HEADERS)[]): Record<string, { $ref: string }> {
  const all = ['API-Version', 'X-Request-Id', ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

interface Failure {
  readonly status: number;
  readonly description: string;
  readonly error: string;
  readonly field?: string;
  readonly headers?: readonly (keyof typeof ANSWER_HEADERS)[];
}

const FAILURES: Readonly<Record<string, Failure>> = {
  Malformed: {
    status: STATUS_OF.malformed,
    description: 'The body or the address is malformed.',
    error: 'The request body must be a JSON object',
  },
  Unauthorized: {
    status: STATUS_OF.unauthorized,
    description: 'No valid access token; at `/oauth/access_token`, wrong credentials.',
    error: 'A valid access token is required',
    headers: ['WWW-Authenticate'],
  },
  Forbidden: {
    status: STATUS_OF.forbidden,
    description: 'The token lacks the scope, which the message names.',
    error: 'The access token lacks the scope orders:write',
  },
  NotFound: { status: STATUS_OF.not_found, description: 'No such record.', error: 'No order found' },
  Conflict: {
    status: STATUS_OF.conflict,
    description: 'A stale `If-Match`, or an `Idempotency-Key` that was used with another request or is under way.',
    error: 'This Idempotency-Key was used before with another request',
    headers: ['Retry-After'],
  },
  TooLarge: {
    status: STATUS_OF.too_large,
    description: 'The body is larger than 1 MiB or holds more than 1000 fields.',
    error: 'The request must not hold more than 1000 fields',
  },
  UnsupportedMedia: {
    status: STATUS_OF.unsupported_media,
    description: 'The type of the body is not supported.',
    error: `Content-Type must be ${BODY_TYPES.slice(0, -1).join(', ')} or ${BODY_TYPES.at(-1) ?? ''}`,
  },
  Invalid: {
    status: STATUS_OF.invalid,
    description: 'A field is wrong, or the request cannot be done; `errors` names every field at fault.',
    error: 'title is required',
    field: 'title',
  },
  TooMany: {
    status: STATUS_OF.too_many,
    description: 'Too many requests.',
    error: 'Too many requests, try again later',
    headers: ['Retry-After'],
  },
  Internal: {
    status: STATUS_OF.internal,
    description: 'A fault of the store; the message holds the request id.',
    error: 'Internal error. Tell us the request id 0198c0de',
  },
  Unavailable: {
    status: STATUS_OF.unavailable,
    description: 'The store is restarting or has no database.',
    error: 'The store is restarting, try again',
    headers: ['Retry-After'],
  },
};

function failureAnswer({ description, error, field, headers = [], status }: Failure): object {
  const errors = field === undefined ? {} : { errors: { [field]: [error] } };
  // A fault of the store has no code: there is nothing a program could do about it.
  const code = status === STATUS_OF.internal ? [] : (['Error-Code'] as const);
  return {
    description,
    headers: headersOf(...code, ...headers),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        example: { status: false, error, ...errors },
      },
    },
  };
}

/** The answers of calls that fail, by the name of their kind. */
export const FAILURE_ANSWERS = Object.fromEntries(
  Object.entries(FAILURES).map(([name, failure]) => [name, failureAnswer(failure)]),
) as Responses;

const REFERENCES = new Map(
  Object.entries(FAILURES).map(([name, { status }]) => [status, { $ref: `#/components/responses/${name}` }]),
);

/** The reference to the answer of a status, by the kind of error. */
export function failureReference(status: number): { $ref: string } | undefined {
  return REFERENCES.get(status);
}
