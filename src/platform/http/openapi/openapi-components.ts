import { type OpenAPIObject } from '@nestjs/swagger';
import { ERROR_CODES } from '../error-codes';
import { STATUS_OF } from '../error.filter';
import { type OpenParameter } from './list-parameters';
import { TokenRequired } from '../http.errors';
import { VERSION } from '../../version';

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
  description: 'Position of this page in the list, and links to the other pages.',
  additionalProperties: false,
  required: ['total', 'current', 'limit', 'offset', 'from', 'to', 'offsets', 'links'],
  properties: {
    total: { type: 'integer', minimum: 0, description: 'Number of records in the whole list.' },
    current: { type: 'integer', minimum: 0, description: 'Number of records on this page.' },
    limit: { type: 'integer', minimum: 1, maximum: 100, description: 'Maximum number of records on a page.' },
    offset: { type: 'integer', minimum: 0, description: 'Number of records before this page.' },
    from: { type: 'integer', minimum: 1, description: 'Position of the first record of this page, from 1.' },
    to: { type: 'integer', minimum: 0, description: 'Position of the last record of this page.' },
    offsets: directions('Offsets of other pages; false where there is no such page.', { type: 'integer', minimum: 0 }),
    links: directions('URLs of other pages; false where there is no such page.', { type: 'string', format: 'uri' }),
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

const ERROR_BODY = {
  type: 'object',
  description: 'Reason why a request failed.',
  additionalProperties: false,
  required: ['status', 'error'],
  properties: {
    status: FALSE,
    error: { type: 'string', description: 'Message for people. Programs read the header `Error-Code`.' },
    errors: {
      type: 'object',
      description: 'Messages by field; the key is the dotted path of the field.',
      additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 },
    },
  },
};

const TYPE_OR_PATTERN = '(\\*|[a-z_]+)\\.(\\*|[a-z_]+)';
/** Event types of a filter: a type, as help for generated clients, or a text with patterns and commas. */
const EVENT_TYPES = {
  anyOf: [
    { $ref: '#/components/schemas/EventType' },
    { type: 'string', pattern: `^${TYPE_OR_PATTERN}( *, *${TYPE_OR_PATTERN})*$` },
  ],
};

/** The schemas that all resources share. */
export const SHARED_SCHEMAS = {
  Pagination: PAGINATION,
  ErrorBody: ERROR_BODY,
  EventTypes: EVENT_TYPES,
  ErrorCode: { type: 'string', description: 'Stable code of an error, for programs.', enum: [...ERROR_CODES] },
  SortDirection: { type: 'string', enum: ['asc', 'desc'] },
} as unknown as Schemas;

const header = (description: string, schema: object): { description: string; schema: object } => ({
  description,
  schema,
});

/** Headers of responses, by name. */
export const ANSWER_HEADERS = {
  'API-Version': header('Version of the API.', { type: 'string', example: VERSION }),
  'X-Request-Id': header('Id of the request: the one you sent, or a new one. The log contains it.', { type: 'string' }),
  ETag: header('Version of the record. Send it as `If-Match` to change only this version.', {
    type: 'string',
    example: '"d1f5c2"',
  }),
  'Error-Code': header('Stable code of the error, for programs (docs/errors.md).', {
    $ref: '#/components/schemas/ErrorCode',
  }),
  'Retry-After': header('Seconds after which the same request may succeed.', { type: 'integer', minimum: 0 }),
  'WWW-Authenticate': header('How to authenticate.', { type: 'string', example: 'Bearer' }),
  'Idempotency-Replayed': header(
    '`true`: this is the stored response of an earlier POST with the same `Idempotency-Key`, or the order of the same checkout.',
    { type: 'string', example: 'true' },
  ),
  'Unknown-Filters': header(
    'Query parameters that are not filters of the list and had no effect, percent-encoded, separated by commas.',
    { type: 'string', example: 'colour' },
  ),
} as const satisfies Record<string, object>;

/** References to the headers of a response. */
export function headersOf(...names: readonly (keyof typeof ANSWER_HEADERS)[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Parameters that many operations share, by the names of their components. */
export const SHARED_PARAMETERS: Readonly<Record<string, OpenParameter>> = {
  Limit: {
    name: 'limit',
    in: 'query',
    description: 'Maximum number of records to return.',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 100 },
  },
  Offset: {
    name: 'offset',
    in: 'query',
    description: 'Number of records to skip.',
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
  Order: {
    name: 'order',
    in: 'query',
    description: 'Sort direction.',
    schema: { $ref: '#/components/schemas/SortDirection', default: 'desc' },
  },
  // Headers have no example: the pages would fill it in, and so repeat a request or refuse a change.
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Key of your choice. For 24 hours a request with the same key returns the first response again, with the header ' +
      '`Idempotency-Replayed: true`.',
    schema: { type: 'string', maxLength: 255 },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: '`ETag` of the version to change. If the record is another version by now, the response is 409.',
    schema: { type: 'string', maxLength: 255 },
  },
};

interface Failure {
  readonly description: string;
  readonly error: string;
  readonly field?: string;
  readonly headers?: readonly (keyof typeof ANSWER_HEADERS)[];
}

/** The failures of any request, which one response stands for: their statuses, and when they come. */
export const ANY_FAILURES: Readonly<Record<number, string>> = {
  [STATUS_OF.malformed]: 'the body or the URL is malformed',
  [STATUS_OF.unauthorized]: 'the access token is missing or not valid',
  [STATUS_OF.forbidden]: 'the token lacks the scope that the message names',
  [STATUS_OF.too_large]: 'the body is larger than 1 MiB or holds more than 1000 fields',
  [STATUS_OF.unsupported_media]: 'the `Content-Type` of the body is not supported',
  [STATUS_OF.too_many]: 'there were too many requests',
  [STATUS_OF.internal]: 'the store failed; the message contains the request id',
  [STATUS_OF.unavailable]: 'the store is restarting or has no database',
};

const ANY_FAILURE: Failure = {
  description: `Failures of any request. ${Object.entries(ANY_FAILURES)
    .map(([status, when]) => `${status}: ${when}`)
    .join('. ')}.`,
  error: new TokenRequired('missing').message,
  headers: ['Retry-After', 'WWW-Authenticate'],
};

const FAILURES: Readonly<Record<string, Failure & { readonly status: number }>> = {
  NotFound: { status: STATUS_OF.not_found, description: 'The record does not exist.', error: 'No order found' },
  Conflict: {
    status: STATUS_OF.conflict,
    description:
      'The record changed since the version in `If-Match`, or the `Idempotency-Key` belongs to another request or to one ' +
      'that still runs.',
    error: 'This Idempotency-Key was used before with another request',
    headers: ['Retry-After'],
  },
  Gone: {
    status: STATUS_OF.gone,
    description: 'The store does not keep what comes after the position; the message names where to read on.',
    error: 'Position 12 is not kept. The oldest event has position 40: read on with after=39',
  },
  Invalid: {
    status: STATUS_OF.invalid,
    description: 'A field is not valid, or the request is impossible. `errors` names each field at fault.',
    error: 'title is required',
    field: 'title',
    // A payment that was declined is kept with its key.
    headers: ['Idempotency-Replayed'],
  },
};

function failureAnswer({ description, error, field, headers = [] }: Failure): object {
  const errors = field === undefined ? {} : { errors: { [field]: [error] } };
  return {
    description,
    headers: headersOf('API-Version', 'X-Request-Id', 'Error-Code', ...headers),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ErrorBody' },
        example: { status: false, error, ...errors },
      },
    },
  };
}

/** The responses of requests that fail, by the name of their kind. */
export const FAILURE_ANSWERS = Object.fromEntries(
  Object.entries({ ...FAILURES, Failure: ANY_FAILURE }).map(([name, failure]) => [name, failureAnswer(failure)]),
) as Responses;

const REFERENCES = new Map(
  Object.entries(FAILURES).map(([name, { status }]) => [status, { $ref: `#/components/responses/${name}` }]),
);

/** The reference to the response of a status, by the kind of error. */
export const failureReference = (status: number): { $ref: string } | undefined => REFERENCES.get(status);
