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

/** Who makes a request, as its token says. */
export interface Principal {
  /** Id of the API client; `bootstrap` for the static token. */
  readonly id: string;
  readonly name: string;
  readonly scopes: ReadonlySet<Scope>;
}
