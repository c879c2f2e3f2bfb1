import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { randomToken } from '../../kernel/ids';
import { CONFIG, type Config } from '../../platform/config/config';
import { Transactions } from '../../platform/database/connection/transactions';
import { type Principal, type Scope, SCOPES } from '../../kernel/scopes';
import { CredentialsRefused, OriginRefused, ScopeNotGranted } from './access.errors';
import { ClientUsesService } from './client-uses.service';
import { AccessToken } from './data/access-token.entity';
import { ApiClient, scopesOf } from './data/api-client.entity';
import { KnownTokens } from './known-tokens';
import { hashOf, matchesHash } from './secret-hash';

/** Time for which a process caches a token, while none is revoked. */
const CACHE_MS = 5_000;
const CACHE_SIZE = 10_000;
/** The hash to compare with when the client is unknown, so that the response takes as long as for a known one. */
const NOBODY = hashOf('nobody');

/** Digits of a token's hash that tell the buyers of a public client apart. */
const TOKEN_PART = 16;

/** The principal of BOOTSTRAP_TOKEN. */
const BOOTSTRAP: Principal = { id: 'bootstrap', name: 'bootstrap', scopes: new Set(SCOPES) };

/** The reason why a token is refused. */
export type TokenFault = 'unknown' | 'expired';

interface Found {
  readonly principal: Principal;
  readonly expiresMs: number;
}

/** The client that a token is issued to. */
type TokenOwner = Pick<ApiClient, 'id' | 'scopes' | 'program'>;

interface NewToken {
  /** Id of the row of its client. */
  readonly id: string;
  readonly scopes: readonly Scope[];
  /** The session of the console that ends it; null: none. */
  readonly session: string | null;
}

/** A new token. */
export interface IssuedToken {
  readonly accessToken: string;
  readonly expiresAt: Date;
  readonly expiresIn: number;
  readonly scopes: readonly Scope[];
}

/** Issues access tokens for client credentials and finds the client of a token. */
@Injectable()
export class TokensService {
  /** Texts that have its hash: one at most. It needs no look-up and cannot be revoked. */
  private readonly bootstrapTexts = new Set<string>();
  private readonly bootstrapHash: string | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly known: KnownTokens,
    private readonly uses: ClientUsesService,
  ) {
    const { bootstrapToken } = config.access;
    this.bootstrapHash = bootstrapToken === undefined ? undefined : hashOf(bootstrapToken);
  }

  /**
   * Issues a token to the client with this id and secret.
   * @param scope space-separated subset of the client's scopes; undefined: all of them
   * @param challenge of a refusal; undefined: that of bearer tokens
   * @throws CredentialsRefused, ScopeNotGranted
   */
  async issue(clientId: string, clientSecret: string, scope?: string, challenge?: string): Promise<IssuedToken> {
    return this.issueTo(await this.clientWith(clientId, clientSecret, challenge), scope);
  }

  /**
   * Issues a token of a public client to a browser, without a secret (storefront.md 1).
   * @param origin of the page, as the browser sent it; undefined without one
   * @throws CredentialsRefused for an id that is no public client's, OriginRefused
   */
  async issueToStorefront(clientId: string, origin: string | undefined): Promise<IssuedToken> {
    const client = await this.transactions.manager.findOneBy(ApiClient, { clientId });
    if (!client?.origins || client.revokedAt !== null) throw new CredentialsRefused();
    if (origin !== undefined && !client.origins.includes(origin)) throw new OriginRefused();
    return this.issueTo(client);
  }

  /**
   * Issues a token without the secret, for the command line, which has the database anyway (`store token`).
   * @param scope as in {@link issue}
   * @throws ScopeNotGranted
   */
  async issueTo(client: TokenOwner, scope?: string): Promise<IssuedToken> {
    const scopes = grantedScopes(client, scope);
    return this.transactions.run((tx) => this.insert(tx, { id: client.id, scopes, session: null }));
  }

  /** Issues a token with all scopes of the client to a session of the console, which ends it (console.md 1). */
  issueToSession(tx: EntityManager, client: TokenOwner, session: string): Promise<IssuedToken> {
    return this.insert(tx, { id: client.id, scopes: scopesOf(client), session });
  }

  /**
   * Revokes the tokens of a session of the console, or of a client, in every process: call {@link noticed} after the commit.
   * Revocations wait for one another from here to their commit.
   */
  async revoke(tx: EntityManager, of: { readonly session: string } | { readonly clientRow: string }): Promise<void> {
    await this.known.changed(tx);
    await tx.delete(AccessToken, of);
  }

  /** Resolves when every process refuses the tokens that a committed transaction has revoked. */
  noticed(): Promise<void> {
    return this.known.noticed();
  }

  /**
   * Returns the principal with this id and secret, for Basic authentication in a browser: an API client, or `bootstrap` with
   * BOOTSTRAP_TOKEN.
   * @throws CredentialsRefused
   */
  async principalWith(clientId: string, clientSecret: string): Promise<Principal> {
    const isBootstrap = this.bootstrapHash !== undefined && matchesHash(clientSecret, this.bootstrapHash);
    if (isBootstrap && clientId === BOOTSTRAP.id) return BOOTSTRAP;
    return principalOf(await this.clientWith(clientId, clientSecret));
  }

  /** Returns the principal of a token, or why it is refused. A revoked token is `unknown`. */
  async principalOf(token: string): Promise<Principal | TokenFault> {
    if (this.bootstrapTexts.has(token)) return BOOTSTRAP;
    const known = await this.known.now(this.transactions.manager);
    const now = this.clock.now().getTime();
    const seen = known.get(token);
    if (seen !== undefined && seen.until > now) return seen.principal;
    known.delete(token);
    const hash = hashOf(token);
    if (hash === this.bootstrapHash) {
      this.bootstrapTexts.add(token);
      return BOOTSTRAP;
    }
    const found = await this.lookUp(hash, now);
    if (typeof found === 'string') return found;
    if (known.size >= CACHE_SIZE) known.clear();
    known.set(token, { principal: found.principal, until: Math.min(now + CACHE_MS, found.expiresMs) });
    return found.principal;
  }

  /** @throws CredentialsRefused unless it is the secret of an API client that was not revoked and is not the program's own */
  async clientWith(clientId: string, clientSecret: string, challenge?: string): Promise<ApiClient> {
    const client = await this.transactions.manager.findOneBy(ApiClient, { clientId });
    const isRight = matchesHash(clientSecret, client?.secretHash ?? NOBODY);
    if (!isRight || !client || client.revokedAt !== null || client.program !== null)
      throw new CredentialsRefused(challenge);
    return client;
  }

  private async insert(tx: EntityManager, token: NewToken): Promise<IssuedToken> {
    const { id, scopes, session } = token;
    const accessToken = randomToken(32);
    const expiresIn = this.config.access.tokenSeconds;
    const expiresAt = new Date(this.clock.now().getTime() + expiresIn * 1000);
    await tx.insert(AccessToken, { id: hashOf(accessToken), clientRow: id, scopes: [...scopes], expiresAt, session });
    return { accessToken, expiresAt, expiresIn, scopes };
  }

  private async lookUp(hash: string, now: number): Promise<Found | TokenFault> {
    const { manager } = this.transactions;
    const row = await manager.findOneBy(AccessToken, { id: hash });
    const client = row && (await manager.findOneBy(ApiClient, { id: row.clientRow }));
    if (!row || !client || client.revokedAt !== null) return 'unknown';
    const expiresMs = row.expiresAt.getTime();
    if (expiresMs <= now) return 'expired';
    this.uses.used(client, now);
    return { principal: principalOf(client, row), expiresMs };
  }
}

/** @param token omitted: the client authenticated by its secret */
function principalOf({ clientId, name, scopes, origins }: ApiClient, token?: AccessToken): Principal {
  const principal = { id: clientId, name, scopes: new Set(token?.scopes ?? scopes) };
  if (origins === null || token === undefined) return principal;
  const id = `${clientId}:${token.id.slice(0, TOKEN_PART)}`;
  return { ...principal, id, scopes: new Set(), storefront: { id: token.id, clientId, origins } };
}

function grantedScopes(client: TokenOwner, scope: string | undefined): readonly Scope[] {
  const granted = scopesOf(client);
  if (scope === undefined) return granted;
  const asked = scope.split(/\s+/).filter(Boolean);
  const refused = asked.find((one) => !granted.includes(one as Scope));
  if (refused !== undefined) throw new ScopeNotGranted(refused, granted);
  return asked as Scope[];
}
