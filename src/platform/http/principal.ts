import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { type Request } from 'express';
import { type Principal, type ScopeSubject } from '../../kernel/scopes';

/** A request that passed the scope guard. */
export interface AuthenticatedRequest extends Request {
  principal?: Principal;
}

export const SCOPE_SUBJECT = 'storekeeper:scope-subject';
export const SCOPE_ACTION = 'storekeeper:scope-action';
export const IS_PUBLIC = 'storekeeper:is-public';

/** The subject whose scopes guard a controller: `read` for GET, `write` for the rest. */
export const Scoped = (subject: ScopeSubject): ClassDecorator & MethodDecorator => SetMetadata(SCOPE_SUBJECT, subject);

/** A call that needs another scope than its method says, e.g. a preview that is sent by POST and only reads. */
export const ScopedAs = (action: 'read' | 'write'): MethodDecorator => SetMetadata(SCOPE_ACTION, action);

/** Open to anybody. Without this or {@link Scoped} a route is refused. */
export const Public = (): ClassDecorator & MethodDecorator => SetMetadata(IS_PUBLIC, true);

/** The name of the client that makes the request, for histories. */
export const Actor = createParamDecorator(
  (_: unknown, context: ExecutionContext): string =>
    context.switchToHttp().getRequest<AuthenticatedRequest>().principal?.name ?? 'unknown',
);
