import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiExtension, ApiHeader } from '@nestjs/swagger';
import { type Request } from 'express';
import { type Principal, type Scope, type ScopeSubject, type SignedInCustomer } from '../../kernel/scopes';

/** A request that passed the scope guard. */
export interface AuthenticatedRequest extends Request {
  principal?: Principal;
  /** The customer of `X-Customer-Token`; undefined without one. */
  customer?: SignedInCustomer;
  /** Whether the tokens of the request are still valid, for answers that take long; undefined on a public route. */
  isStillValid?: () => Promise<boolean>;
}

export const SCOPE_SUBJECT = 'storekeeper:scope-subject';
export const SCOPE_ACTION = 'storekeeper:scope-action';
/** The extensions that hold a route's scope until the document describes it. */
export const DOCUMENTED_SUBJECT = 'x-scope-subject';
export const DOCUMENTED_ACTION = 'x-scope-action';
export const DOCUMENTED_STOREFRONT = 'x-storefront';
export const IS_PUBLIC = 'storekeeper:is-public';

type Decorate = (target: object, key?: string | symbol, descriptor?: PropertyDescriptor) => void;

/** The subject whose scopes guard a controller: `read` for GET, `write` for the rest. */
export const Scoped = (subject: ScopeSubject): ClassDecorator & MethodDecorator =>
  applyDecorators(SetMetadata(SCOPE_SUBJECT, subject), ApiExtension(DOCUMENTED_SUBJECT, subject));

/** A route whose scope differs from the one of its method, e.g. a preview that is sent by POST and only reads. */
export const ScopedAs = (action: 'read' | 'write'): MethodDecorator =>
  applyDecorators(SetMetadata(SCOPE_ACTION, action), ApiExtension(DOCUMENTED_ACTION, action));

/** Limits of a public client's token on one route. */
export interface StorefrontRule {
  /** Parameter of the path that names an order: it must be one that this token made. */
  readonly ownOrder?: string;
  /** Values that a parameter of the path may have. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
}

export const STOREFRONT_RULE = 'storekeeper:storefront-rule';

/**
 * Opens a route to the tokens of public clients, which a browser has (storefront.md 1). On a controller it opens its GET routes.
 * A route without it is refused to them.
 */
export const ForStorefronts =
  (rule: StorefrontRule = {}): ClassDecorator & MethodDecorator =>
  (target: object, key?: string | symbol, descriptor?: PropertyDescriptor) => {
    const documented = ApiExtension(DOCUMENTED_STOREFRONT, key === undefined ? 'reads' : 'all');
    const decorate: Decorate = applyDecorators(SetMetadata(STOREFRONT_RULE, rule), documented);
    decorate(target, key, descriptor);
  };

/** Opens a route to requests without a token. Without this or {@link Scoped} every request to a route is refused. */
export const Public = (): ClassDecorator & MethodDecorator => SetMetadata(IS_PUBLIC, true);

/** The name of the client that makes the request, for histories. */
export const Actor = createParamDecorator(
  (_: unknown, context: ExecutionContext): string =>
    context.switchToHttp().getRequest<AuthenticatedRequest>().principal?.name ?? 'unknown',
);

/** The client that makes the request; undefined on a public route. */
export const Caller = createParamDecorator(
  (_: unknown, context: ExecutionContext): Principal | undefined =>
    context.switchToHttp().getRequest<AuthenticatedRequest>().principal,
);

/** The scopes of the token that makes the request. */
export const CallerScopes = createParamDecorator(
  (_: unknown, context: ExecutionContext): ReadonlySet<Scope> =>
    context.switchToHttp().getRequest<AuthenticatedRequest>().principal?.scopes ?? new Set(),
);

/** Documents a request that may be made for a customer who is signed in. */
export const ForCustomers = (): ClassDecorator & MethodDecorator =>
  applyDecorators(
    ApiHeader({
      name: 'X-Customer-Token',
      required: false,
      description:
        'Token of the customer who is signed in, from `POST /v1/customers/token`. Required below `/v1/customers/me`.',
      schema: { type: 'string', minLength: 43, maxLength: 43, example: 'uQ9c0J0rDkL2m1p3sT5vXyZ7aBcDeFgHiJkLmNoPqRs' },
    }),
  );
