import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { type Request } from 'express';
import { defer, from, lastValueFrom, type Observable } from 'rxjs';
import { type ErrorKind, StoreError, ValidationFailed } from '../../kernel/errors';
import { Transactions } from '../database/connection/transactions';
import { ifMatchOf } from './fields/request-values';
import { AnswersRemoved } from './openapi/answers';

/** Records that one request removes: each is locked and makes an event. */
const MAX_REMOVED = 100;

const SEVERAL = `To remove several, send up to ${MAX_REMOVED} ids, separated by commas. They are removed in this order, all or none. If-Match then lists the ETag of each.`;

/** Characters of an id that an error repeats: an id is at most as long. */
const MAX_NAMED = 64;

/**
 * Removes each id of a path that ends with several, separated by commas, in one transaction. The caller chooses the order: a category
 * is removed before the one above it. Two requests with opposite orders may deadlock; the database then rolls one back, and it runs again.
 */
@Injectable()
class SeveralRemovals implements NestInterceptor {
  constructor(private readonly transactions: Transactions) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const { params } = request;
    // The last parameter names the records, those before it what they belong to.
    const [name = '', sent = ''] = Object.entries(params).at(-1) ?? [];
    if (typeof sent !== 'string' || !sent.includes(',')) return next.handle();
    const ids = [...new Set(sent.split(','))];
    if (ids.length > MAX_REMOVED) throw ValidationFailed.of(name, `must be at most ${MAX_REMOVED} ids`);
    // Each removal reads the header, but a malformed one is not about the record of the first.
    ifMatchOf(request);
    const removals = () =>
      this.transactions.runAmbient(async () => {
        let answer: unknown;
        for (const id of ids) {
          params[name] = id;
          answer = await lastValueFrom<unknown>(next.handle()).catch((error: unknown) => {
            throw naming(error, id);
          });
        }
        return answer;
      });
    return defer(() => from(removals()));
  }
}

/** Kinds of errors that are about a record. The others, such as a busy database, could come with any of them. */
const ABOUT_RECORDS: ReadonlySet<ErrorKind> = new Set(['not_found', 'conflict', 'gone', 'invalid']);

/** Adds the id of the record to the messages of an error that is about it. Its code and its fields stay. */
function naming(error: unknown, id: string): unknown {
  if (!(error instanceof StoreError) || !ABOUT_RECORDS.has(error.kind)) return error;
  const named = (message: string): string => `${message} (id ${id.slice(0, MAX_NAMED)})`;
  const errors = Object.entries(error.errors ?? {}).map(([field, all]) => [field, all.map(named)] as const);
  const own = error.errors === undefined ? {} : { errors: Object.fromEntries(errors) };
  return Object.assign(error, { message: named(error.message), ...own });
}

/** Documents a removal of one record, or of several, all or none (wire.md 1). */
export const RemovesSeveral = (about: { readonly summary: string; readonly description?: string }): MethodDecorator =>
  applyDecorators(
    AnswersRemoved({
      ...about,
      description: [about.description, SEVERAL].filter(Boolean).join(' '),
    }),
    UseInterceptors(SeveralRemovals),
  );
