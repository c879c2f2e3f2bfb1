import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { type AuthenticatedRequest } from '../principal';

export const RUNS_OWN_TRANSACTIONS = 'storekeeper:runs-own-transactions';

/** A request whose `Idempotency-Key` is claimed. */
export interface KeyedRequest extends AuthenticatedRequest {
  /** SHA-256 of the client's id and its key. */
  idempotencyId?: string;
}

/**
 * For a POST that calls another machine between two transactions: its `Idempotency-Key` holds no transaction open. The
 * service writes {@link RequestKey} with what it begins, and on a repeat answers with what became of that.
 */
export const RunsOwnTransactions = (): MethodDecorator => SetMetadata(RUNS_OWN_TRANSACTIONS, true);

/** The claimed key of the request, as 64 hexadecimal characters; null without an `Idempotency-Key`. */
export const RequestKey = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | null =>
    context.switchToHttp().getRequest<KeyedRequest>().idempotencyId ?? null,
);
