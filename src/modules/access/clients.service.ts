import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { ValidationFailed } from '../../kernel/errors';
import { IdGenerator, randomHex, randomToken } from '../../kernel/ids';
import { Transactions } from '../../platform/database/connection/transactions';
import { type Scope, SCOPES } from '../../kernel/scopes';
import { ClientNotFound, ScopeNotGranted } from './access.errors';
import { AccessToken } from './data/access-token.entity';
import { ApiClient } from './data/api-client.entity';
import { hashOf } from './secret-hash';

const MAX_ORIGINS = 100;
const ORIGIN_COUNT = `must be given 1 to ${MAX_ORIGINS} times`;

/** Returns whether a text is an origin as browsers send it: scheme, host and a port that is not the scheme's own. */
function isOrigin(text: string): boolean {
  return text.length <= 255 && /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** A public client: a browser gets its tokens without a secret. */
export interface PublicClient {
  readonly clientId: string;
  readonly name: string;
  readonly origins: readonly string[];
}

/** The record of a client; it holds the secret only in the response that creates it. */
export interface NewClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
}

/** Makes, lists and revokes API clients: the command line's part of access (wire.md 5). */
@Injectable()
export class ClientsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** @param scopes none: all. @throws ScopeNotGranted when one does not exist */
  async create(name: string, scopes: readonly string[]): Promise<NewClient> {
    const unknown = scopes.find((scope) => !SCOPES.includes(scope as Scope));
    if (unknown !== undefined) throw new ScopeNotGranted(unknown);
    const granted = scopes.length === 0 ? SCOPES : (scopes as readonly Scope[]);
    const client = { clientId: randomHex(10), clientSecret: randomToken(32) };
    await this.insert({ ...client, name, scopes: granted, origins: null });
    return { ...client, name, scopes: granted };
  }

  /**
   * Creates a public client. Its random secret is shown to nobody: browsers get tokens by its id (storefront.md 1).
   * @param origins of the pages that use it, such as `https://shop.example` @throws ValidationFailed naming one that is none
   */
  async createPublic(name: string, origins: readonly string[]): Promise<PublicClient> {
    if (origins.length === 0 || origins.length > MAX_ORIGINS) throw ValidationFailed.of('origin', ORIGIN_COUNT);
    const faulty = origins.find((origin) => !isOrigin(origin));
    if (faulty !== undefined) throw ValidationFailed.of('origin', `must be like https://shop.example, not ${faulty}`);
    const clientId = randomHex(10);
    await this.insert({ clientId, clientSecret: randomToken(32), name, scopes: [], origins });
    return { clientId, name, origins };
  }

  private async insert(client: NewClient & { readonly origins: readonly string[] | null }): Promise<void> {
    const { clientId, clientSecret, name, scopes, origins } = client;
    await this.transactions.run((tx) =>
      tx.insert(ApiClient, {
        id: this.ids.next(),
        clientId,
        name,
        secretHash: hashOf(clientSecret),
        scopes: [...scopes],
        origins: origins && [...origins],
        createdAt: this.clock.now(),
        revokedAt: null,
      }),
    );
  }

  /** The oldest client with this name that was not revoked, made with all scopes when there is none. */
  async named(name: string): Promise<ApiClient> {
    const found = await this.transactions.manager.findOne(ApiClient, {
      where: { name, origins: IsNull(), revokedAt: IsNull() },
      order: { id: 'ASC' },
    });
    if (found !== null) return found;
    const { clientId } = await this.create(name, []);
    return this.transactions.manager.findOneByOrFail(ApiClient, { clientId });
  }

  /** All clients, oldest first. */
  list(): Promise<ApiClient[]> {
    return this.transactions.manager.find(ApiClient, { order: { id: 'ASC' } });
  }

  /** Ends a client and its tokens. Running processes notice within seconds. @throws ClientNotFound */
  async revoke(clientId: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const client = await tx.findOneBy(ApiClient, { clientId });
      if (client === null) throw new ClientNotFound();
      client.revokedAt ??= this.clock.now();
      await tx.save(client);
      await tx.delete(AccessToken, { clientRow: client.id });
    });
  }
}
