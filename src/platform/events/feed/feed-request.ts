import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { ValidationFailed } from '../../../kernel/errors';
import { FieldProblem } from '../../../kernel/fields/field-problem';
import { integerParser } from '../../../kernel/fields/field-parsers';
import { type ListRequest } from '../../http/pagination';
import { valuesOf } from '../../http/fields/repeated';
import { listRequestOf } from '../../http/fields/request-values';
import { FEED_FILTERS, type FeedQuery } from './feed-filter';

/** The parameter of the feed and of the stream. */
export const AFTER = {
  name: 'after',
  required: false,
  description:
    'Position of the last event that you have read; 0 begins with the oldest that is kept. Without it `/v1/events` is a list, and the stream begins with the next event.',
  schema: { type: 'integer', minimum: 0 },
} as const;

const MAX_EVENTS = 100;
const STREAM = ['after', ...Object.keys(FEED_FILTERS)];
const FEED = [...STREAM, 'limit'];

/** A request for events in the order of their positions. */
export interface FeedRequest {
  /** The last event that the reader has seen; 0: begin with the oldest that is kept. */
  readonly after: number;
  readonly limit: number;
  /** The parameters that filter: see `FeedService.filter`. */
  readonly query: FeedQuery;
}

/** A request for the stream of events. */
export interface StreamRequest {
  /** Undefined: events from now on. */
  readonly after: number | undefined;
  /** The parameters that filter: see `FeedService.filter`. */
  readonly query: FeedQuery;
}

/** The feed when `after` was sent, else the list of events. @throws ValidationFailed */
export const ListOrFeed = createParamDecorator((_: unknown, context: ExecutionContext): ListRequest | FeedRequest => {
  if (context.switchToHttp().getRequest<Request>().query['after'] === undefined) return listRequestOf(context);
  const query = queryOf(context);
  refuseUnknown(query, FEED);
  const after = numberOf(query, 'after', 0, Number.MAX_SAFE_INTEGER);
  // A variable that is not set would read everything again.
  if (after === undefined) throw ValidationFailed.of('after', 'must be a position; 0 begins with the oldest event');
  return { after, limit: numberOf(query, 'limit', 1, MAX_EVENTS) ?? MAX_EVENTS, query };
});

/** A {@link StreamRequest}: a reader that connects again says where it was in `Last-Event-ID`. @throws ValidationFailed */
export const Streamed = createParamDecorator((_: unknown, context: ExecutionContext): StreamRequest => {
  const query = queryOf(context);
  refuseUnknown(query, STREAM);
  const { headers } = context.switchToHttp().getRequest<Request>();
  const name = 'Last-Event-ID';
  const seen = headers['last-event-id'] ?? '';
  const after = numberOf({ [name]: seen }, name, 0, Number.MAX_SAFE_INTEGER);
  return {
    after: after ?? numberOf(query, 'after', 0, Number.MAX_SAFE_INTEGER),
    query,
  };
});

export const isFeed = (request: ListRequest | FeedRequest): request is FeedRequest => 'after' in request;

/** The parameters; of a filter all values that were sent. @throws ValidationFailed */
function queryOf(context: ExecutionContext): Record<string, unknown> {
  const request = context.switchToHttp().getRequest<Request>();
  const filters = Object.keys(FEED_FILTERS)
    .filter((name) => Object.hasOwn(request.query, name))
    .map((name) => [name, valuesOf(request, name)] as const);
  return { ...request.query, ...Object.fromEntries(filters) };
}

function numberOf(query: Record<string, unknown>, name: string, least: number, most: number): number | undefined {
  const raw = query[name];
  if (raw === undefined || raw === '') return undefined;
  const value = integerParser(least, most)(raw);
  if (value instanceof FieldProblem) throw ValidationFailed.of(name, value.message);
  return value;
}

function refuseUnknown(query: Record<string, unknown>, known: readonly string[]): void {
  const unknown = Object.keys(query).find((name) => !known.includes(name));
  if (unknown !== undefined) throw ValidationFailed.of(unknown, `is not known; accepted: ${known.join(', ')}`);
}
