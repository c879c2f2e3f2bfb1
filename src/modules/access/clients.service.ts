import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, Not, Raw } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { ValidationFailed } from '../../kernel/errors';
import { IdGenerator, randomHex, randomToken } from '../../kernel/ids';
import { isDuplicate } from '../../platform/database/connection/driver-faults';
import { Transactions } from '../../platform/database/connection/transactions';
import { type Scope, SCOPES } from '../../kernel/scopes';
import { conditionsOf, type ListQuery, type Page, requireSort } from '../../platform/database/lists/listing';
import { matching, readPage } from '../../platform/database/lists/page-reader';
import { type IfMatch, requireMatch } from '../../platform/database/rows/entity-tag';
import { ClientNotFound, LastAdministrator, ScopeNotGranted } from './access.errors';
import { type ClientRecord, clientRecord, type ClientWithSecretRecord, taggedClient } from './client.record';
import { clientListing } from './data/api-client.listing';
import { ApiClient, type Program, scopesOf } from './data/api-client.entity';
import { hashOf } from './secret-hash';
import { TokensService } from './tokens.service';

/** The scope of those who make and revoke clients. */
const ADMINISTRATION: Scope = 'clients:write';
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

/** The names that the program's own clients have in lists and histories. They are found by their mark, never by these. */
const PROGRAM_NAMES: Readonly<Record<Program, string>> = { command_line: 'command line', console: 'Console' };

/** The record of a client; it holds the secret only in the response that creates it. */
export interface NewClient {
  /** Id of its row. */
  readonly id: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
}

interface ClientToInsert extends NewClient {
  readonly origins: readonly string[] | null;
  readonly program: Program | null;
}

/** Makes, lists and revokes API clients, for the command line and for the API (wire.md 5, console.md 10). */
@Injectable()
export class ClientsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
    private readonly tokens: TokensService,
  ) {}

  /** @param scopes none: all. @throws ScopeNotGranted when one does not exist */
  async create(name: string, scopes: readonly string[]): Promise<NewClient> {
    const unknown = scopes.find((scope) => !SCOPES.includes(scope as Scope));
    if (unknown !== undefined) throw new ScopeNotGranted(unknown);
    const granted = scopes.length === 0 ? SCOPES : (scopes as readonly Scope[]);
    const client = {
      id: this.ids.next(),
      clientId: randomHex(10),
      clientSecret: randomToken(32),
      name,
      scopes: granted,
    };
    await this.transactions.run((tx) => this.insert(tx, { ...client, origins: null, program: null }));
    return client;
  }

  /**
   * Creates a public client. Its random secret is shown to nobody: browsers get tokens by its id (storefront.md 1).
   * @param origins of the pages that use it, such as `https://shop.example` @throws ValidationFailed naming one that is none
   */
  async createPublic(name: string, origins: readonly string[]): Promise<PublicClient> {
    if (origins.length === 0 || origins.length > MAX_ORIGINS) throw ValidationFailed.of('origin', ORIGIN_COUNT);
    const faulty = origins.find((origin) => !isOrigin(origin));
    if (faulty !== undefined) throw ValidationFailed.of('origin', `must be like https://shop.example, not ${faulty}`);
    const client = { id: this.ids.next(), clientId: randomHex(10), clientSecret: randomToken(32), name, origins };
    await this.transactions.run((tx) => this.insert(tx, { ...client, scopes: [], program: null }));
    return { clientId: client.clientId, name, origins };
  }

  private async insert(tx: EntityManager, client: ClientToInsert): Promise<void> {
    const { clientSecret, scopes, origins, ...named } = client;
    await tx.insert(ApiClient, {
      ...named,
      secretHash: hashOf(clientSecret),
      scopes: [...scopes],
      origins: origins && [...origins],
      createdAt: this.clock.now(),
      revokedAt: null,
      lastUsedAt: null,
    });
  }

  /**
   * The program's own client, made when there is none (wire.md 5). It is found by its mark alone, which the API cannot set: a
   * client that somebody named like it is another one.
   */
  async own(program: Program): Promise<ApiClient> {
    const found = await this.transactions.manager.findOneBy(ApiClient, { program, revokedAt: IsNull() });
    if (found !== null) return found;
    return this.transactions.run(async (tx) => {
      // A process of an older version revokes a client without its mark.
      await tx.update(ApiClient, { program, revokedAt: Not(IsNull()) }, { program: null });
      try {
        await this.insertOwn(tx, program);
      } catch (error) {
        // Another command made it at the same time: the unique key leaves one.
        if (!isDuplicate(error)) throw error;
      }
      return tx.findOneByOrFail(ApiClient, { program });
    });
  }

  private insertOwn(tx: EntityManager, program: Program): Promise<void> {
    const client = { id: this.ids.next(), clientId: randomHex(10), name: PROGRAM_NAMES[program] };
    return this.insert(tx, { ...client, clientSecret: randomToken(32), scopes: SCOPES, origins: null, program });
  }

  /** All clients, oldest first. */
  list(): Promise<ApiClient[]> {
    return this.transactions.manager.find(ApiClient, { order: { id: 'ASC' } });
  }

  /** A page of clients, also of revoked ones. @throws ValidationFailed for an unknown filter or sort */
  async page(list: ListQuery): Promise<Page<ClientRecord>> {
    requireSort(clientListing, list);
    const conditions = conditionsOf(clientListing, list.filters);
    if (conditions === undefined) return { rows: [], total: 0 };
    const { manager } = this.transactions;
    const page = await readPage(manager, matching(manager, ApiClient, conditions), clientListing, list);
    return { total: page.total, rows: page.rows.map(clientRecord) };
  }

  /** @throws ClientNotFound */
  async get(clientId: string): Promise<ClientRecord> {
    return clientRecord(await this.row(this.transactions.manager, clientId));
  }

  /**
   * Makes a client for a caller of the API.
   * @param granted scopes of the caller's token: it gives no others
   * @throws ScopeNotGranted naming one that does not exist or that the caller lacks
   */
  async createFor(
    granted: ReadonlySet<Scope>,
    name: string,
    scopes: readonly string[],
  ): Promise<ClientWithSecretRecord> {
    const refused = scopes.find((scope) => !granted.has(scope as Scope));
    if (refused !== undefined) throw new ScopeNotGranted(refused, [...granted], 'scopes');
    const { clientId, clientSecret } = await this.create(name, [...new Set(scopes)]);
    return { ...(await this.get(clientId)), client_secret: clientSecret };
  }

  /**
   * Ends a client, its tokens and its sessions of the console. When it resolves, every process refuses them.
   * @throws ClientNotFound
   */
  async revoke(clientId: string): Promise<void> {
    await this.end(clientId, async () => undefined);
  }

  /**
   * As {@link revoke}, over the API: it leaves a client that can make others.
   * @throws ClientNotFound, StaleRecord, LastAdministrator
   */
  async revokeFor(clientId: string, ifMatch: IfMatch): Promise<void> {
    await this.end(clientId, async (tx, client) => {
      requireMatch(ifMatch, taggedClient(clientRecord(client)));
      const isLast = client.revokedAt === null && isAdministrator(client) && !(await hasAnother(tx, client.id));
      if (isLast) throw new LastAdministrator();
    });
  }

  private async end(clientId: string, check: (tx: EntityManager, client: ApiClient) => Promise<void>): Promise<void> {
    await this.transactions.run(async (tx) => {
      const { id } = await this.row(tx, clientId);
      await this.tokens.revoke(tx, { clientRow: id });
      // Read again: revocations wait for one another above, so that two of them cannot each leave the other's client.
      const client = await this.row(tx, clientId);
      await check(tx, client);
      client.revokedAt ??= this.clock.now();
      client.program = null;
      await tx.save(client);
    });
    await this.tokens.noticed();
  }

  private async row(manager: EntityManager, clientId: string): Promise<ApiClient> {
    const client = await manager.findOneBy(ApiClient, { clientId });
    // MariaDB ignores blanks at the end of a text that it compares.
    if (client?.clientId !== clientId) throw new ClientNotFound();
    return client;
  }
}

function isAdministrator(client: ApiClient): boolean {
  return scopesOf(client).includes(ADMINISTRATION);
}

/** Whether a client besides this one can make others. Clients are few: they are looked through up to the first. */
async function hasAnother(tx: EntityManager, id: string): Promise<boolean> {
  return tx.existsBy(ApiClient, {
    id: Not(id),
    revokedAt: IsNull(),
    origins: IsNull(),
    scopes: Raw((column) => `${column} LIKE :scope`, { scope: `%"${ADMINISTRATION}"%` }),
  });
}
