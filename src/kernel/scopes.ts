import { Forbidden } from './errors';

/** Subjects a token can be allowed to read or write (wire.md 5). */
const SCOPE_SUBJECTS = [
  'orders',
  'carts',
  'promotions',
  'webhooks',
  'products',
  'customers',
  'settings',
  'events',
  'tokens',
  'clients',
  'operations',
] as const;
export type ScopeSubject = (typeof SCOPE_SUBJECTS)[number];

/** `orders:read`, `orders:write` and so on. */
export type Scope = `${ScopeSubject}:${'read' | 'write'}`;

/** Every scope there is. */
export const SCOPES: readonly Scope[] = SCOPE_SUBJECTS.flatMap((subject): Scope[] => [
  `${subject}:read`,
  `${subject}:write`,
]);

/** A token that a browser got for a public client, without a secret (storefront.md 1). */
export interface StorefrontToken {
  /** Hash of the token. */
  readonly id: string;
  readonly clientId: string;
  /** Origins of its client. */
  readonly origins: readonly string[];
}

/** The customer who is signed in by `X-Customer-Token`, beside the client that makes the request (storefront.md 2). */
export interface SignedInCustomer {
  readonly id: string;
  /** Lower case. */
  readonly email: string;
}

/** The client that makes a request, read from its token. */
export interface Principal {
  /**
   * Id of the API client; `bootstrap` for the static token. All buyers of a shop share its public client, so for them a part
   * of the token's hash is appended.
   */
  readonly id: string;
  readonly name: string;
  /** Empty for a public client: its routes are declared one by one. */
  readonly scopes: ReadonlySet<Scope>;
  /** Missing for clients with a secret. */
  readonly storefront?: StorefrontToken;
}

/** The token is valid but lacks the scope of the route. */
export class ScopeMissing extends Forbidden {
  readonly code = 'access.scope_missing';
  constructor(scope: string) {
    super(`The access token lacks the scope ${scope}`);
  }
}

/** Checks for a scope that a request needs beside the one of its route. @throws ScopeMissing */
export function requireScope(scopes: ReadonlySet<Scope>, scope: Scope): void {
  if (!scopes.has(scope)) throw new ScopeMissing(scope);
}
