import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { IdGenerator, randomHex, randomToken } from '../../kernel/ids';
import { Transactions } from '../../platform/database/connection/transactions';
import { type Scope, SCOPES } from '../../kernel/scopes';
import { ClientNotFound, ScopeNotGranted } from './access.errors';
import { AccessToken } from './data/access-token.entity';
import { ApiClient } from './data/api-client.entity';
import { hashOf } from './secret-hash';

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
    await this.transactions.run((tx) =>
      tx.insert(ApiClient, {
        id: this.ids.next(),
        clientId: client.clientId,
        name,
        secretHash: hashOf(client.clientSecret),
        scopes: [...granted],
        createdAt: this.clock.now(),
        revokedAt: null,
      }),
    );
    return { ...client, name, scopes: granted };
  }

  /** The oldest client with this name that was not revoked, made with all scopes when there is none. */
  async named(name: string): Promise<ApiClient> {
    const found = await this.transactions.manager.findOne(ApiClient, {
      where: { name, revokedAt: IsNull() },
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
