import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { ValidationFailed } from '../../../kernel/errors';
import { type IfMatch as IfMatchTags } from '../../database/rows/entity-tag';
import { isId } from '../../../kernel/ids';
import { FieldProblem } from '../../../kernel/fields/field-problem';
import { booleanParser, choiceParser, integerParser, textParser } from '../../../kernel/fields/field-parsers';
import { type ListedFields, LISTED_RECORD, listedFieldsOf } from '../openapi/list-parameters';
import { type ListRequest } from '../pagination';
import { requiredTags } from './entity-tags';
import { repeatedIn, valuesOf } from './repeated';
import { tellUnknownFilters } from './unknown-filters';

export type { IfMatchTags };

const MAX_LIMIT = 100;
const MAX_OFFSET = 1_000_000_000;
const RESERVED = new Set(['limit', 'offset', 'sort', 'order', 'strict']);

/** The base address of links: the configured one, else the request's own. */
export function baseUrl(request: Request): string {
  const configured = (request.app.locals as { publicUrl?: string }).publicUrl;
  if (configured !== undefined) return configured;
  // HTTP/1.0 may come without a host.
  const host = (request.host as string | undefined) ?? `${request.socket.localAddress}:${request.socket.localPort}`;
  return `${request.protocol}://${host}`;
}

function read<T>(query: Record<string, unknown>, field: string, parse: (raw: unknown) => unknown, fallback: T): T {
  const raw = query[field];
  if (raw === undefined || raw === '') return fallback;
  const value = parse(raw);
  if (value instanceof FieldProblem) throw ValidationFailed.of(field, value.message);
  return value as T;
}

/** Filters as flat text; a nested one keeps its brackets and so names no field there is. */
function flatten(value: unknown, name: string, into: Record<string, string>): void {
  if (value !== null && typeof value === 'object') {
    for (const [key, part] of Object.entries(value)) flatten(part, `${name}[${key}]`, into);
  } else {
    into[name] = String(value).trim();
  }
}

/** A list with the filter `order_id` reads an id in `order` as that filter, which else is the direction. */
const ORDER_FILTER = 'order_id';

function withOrderFilter(query: Record<string, unknown>, listing: ListedFields | undefined): Record<string, unknown> {
  if (listing === undefined || !Object.hasOwn(listing.filters, ORDER_FILTER)) return query;
  const { order, ...others } = query;
  if (typeof order !== 'string' || !isId(order.trim())) return query;
  return { ...others, [ORDER_FILTER]: order };
}

function filtersOf(query: Record<string, unknown>, repeated: ReadonlyMap<string, string[]>): Record<string, string> {
  const filters: Record<string, string> = {};
  for (const [field, value] of Object.entries(query)) {
    if (RESERVED.has(field)) continue;
    const texts = repeated.get(field);
    if (texts === undefined) flatten(value, field, filters);
    else texts.forEach((text, i) => (filters[`${field}[${i}]`] = text.trim()));
  }
  return filters;
}

/**
 * Reads a list request (wire.md 3, 4).
 * @throws ValidationFailed naming limit, offset, order or strict
 */
function listRequest(request: Request, listing: ListedFields | undefined): ListRequest {
  const query = withOrderFilter(request.query, listing);
  return {
    limit: read(query, 'limit', integerParser(1, MAX_LIMIT), MAX_LIMIT),
    offset: read(query, 'offset', integerParser(0, MAX_OFFSET), 0),
    sort: read(query, 'sort', textParser(64), 'created_at'),
    order: read<'asc' | 'desc'>(query, 'order', choiceParser(['asc', 'desc']), 'desc'),
    strict: read(query, 'strict', booleanParser, false),
    isSearch: request.path.endsWith('/search'),
    filters: filtersOf(query, repeatedIn(request)),
    address: `${baseUrl(request)}${request.path}`,
  };
}

/** The parameter `include`: its values with commas between them. @throws ValidationFailed */
const includeOf = (request: Request): string | undefined => valuesOf(request, 'include')?.join(',');

/** {@link includeOf} as a parameter of a handler that returns one record; of lists it is `ListRequest.include`. */
export const Include = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined =>
  includeOf(context.switchToHttp().getRequest<Request>()),
);

/** Takes `include` out of the filters where it is none. */
function withInclude(list: ListRequest, listing: ListedFields | undefined, request: Request): ListRequest {
  if (listing?.takesInclude !== true) return list;
  const filters = Object.entries(list.filters).filter(([name]) => name.split('[', 1)[0] !== 'include');
  return { ...list, filters: Object.fromEntries(filters), include: includeOf(request) };
}

/**
 * Reads the list request of a GET. Filters that its list does not have are rejected or named in a header: see
 * {@link tellUnknownFilters}.
 * @throws ValidationFailed
 */
export function listRequestOf(context: ExecutionContext): ListRequest {
  const http = context.switchToHttp();
  const record = Reflect.getMetadata(LISTED_RECORD, context.getHandler()) as Type | undefined;
  const listing = record && listedFieldsOf(record);
  const request = http.getRequest<Request>();
  const list = withInclude(listRequest(request, listing), listing, request);
  if (listing !== undefined) tellUnknownFilters(listing, list, http.getResponse<Response>());
  return list;
}

/** {@link listRequestOf} as a parameter of a handler. */
export const List = createParamDecorator((_: unknown, context: ExecutionContext): ListRequest =>
  listRequestOf(context),
);

/** The absolute address of the request, without its query: what links below it begin with. */
export const Address = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const request = context.switchToHttp().getRequest<Request>();
  return `${baseUrl(request)}${request.path}`;
});

/** The ETags of `If-Match`; undefined when it was not sent. */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext): IfMatchTags =>
  ifMatchOf(context.switchToHttp().getRequest<Request>()),
);

/** {@link IfMatch} of a request. @throws ValidationFailed */
export function ifMatchOf({ headers }: Pick<Request, 'headers'>): IfMatchTags {
  const sent = headers['if-match'];
  return sent === undefined ? undefined : requiredTags('If-Match', sent);
}
