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

/** Who makes a request, as its token says. */
export interface Principal {
  /**
   * Id of the API client, `bootstrap` for the static token. The buyers of a shop share its public client: theirs ends in a part
   * of the token's hash.
   */
  readonly id: string;
  readonly name: string;
  /** Empty for a public client: its routes are declared one by one. */
  readonly scopes: ReadonlySet<Scope>;
  /** Left out for clients with a secret. */
  readonly storefront?: StorefrontToken;
}
