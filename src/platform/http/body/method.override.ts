import { type IncomingMessage } from 'node:http';
import { type Fields, invalidField } from './field.rules';

const METHODS: ReadonlySet<string> = new Set(['PUT', 'DELETE']);

/** The field that carries the method; no handler ever sees it. */
export const METHOD_FIELD = '_method';

/**
 * Makes `POST …?_method=PUT` or `=DELETE`, in any case, a request of that method (wire.md 1). Other requests keep
 * theirs; an empty field is an unset one.
 * @throws ValidationFailed naming `_method` for any other value on a POST
 */
export function overrideMethod(request: IncomingMessage, query: Fields): void {
  const wanted = query[METHOD_FIELD];
  if (request.method !== 'POST' || wanted === undefined || wanted === '') return;
  const method = typeof wanted === 'string' ? wanted.toUpperCase() : '';
  if (!METHODS.has(method)) throw invalidField([METHOD_FIELD], 'must be PUT or DELETE');
  request.method = method;
}
