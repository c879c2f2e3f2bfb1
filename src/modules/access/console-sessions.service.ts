import { Injectable } from '@nestjs/common';
import { type EntityManager, MoreThan } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { randomToken } from '../../kernel/ids';
import { type Scope } from '../../kernel/scopes';
import { Transactions } from '../../platform/database/connection/transactions';
import { ConsoleCodeRefused } from './access.errors';
import { ConsoleCodesService } from './console-codes.service';
import { ApiClient, scopesOf } from './data/api-client.entity';
import { ConsoleSession } from './data/console-session.entity';
import { hashOf } from './secret-hash';
import { type IssuedToken, TokensService } from './tokens.service';

/** Lifetime of a session, even if it is used: a working day. */
const LIFE_MS = 12 * 3_600_000;
/** Lifetime of an unused session: longer than a token, so that an open page always renews its own. */
const UNUSED_MS = 2 * 3_600_000;

/** A token of a session and the client that it belongs to. */
export interface SignedIn {
  readonly token: IssuedToken;
  readonly clientId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
}

/** A session that has begun. */
export interface NewSession extends SignedIn {
  /** The value of the cookie. Only its hash is stored. */
  readonly cookie: string;
}

/** The sessions of browsers in the console: each gets tokens of its client until it ends (console.md 1). */
@Injectable()
export class ConsoleSessionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly tokens: TokensService,
    private readonly codes: ConsoleCodesService,
    private readonly clock: Clock,
  ) {}

  /** Begins a session of the client with this id and secret. @throws CredentialsRefused */
  async signIn(clientId: string, clientSecret: string): Promise<NewSession> {
    const client = await this.tokens.clientWith(clientId, clientSecret);
    return this.transactions.run((tx) => this.begin(tx, client));
  }

  /** Begins a session with the code of a link, which works once. @throws ConsoleCodeRefused */
  signInWithCode(code: string): Promise<NewSession> {
    return this.transactions.run(async (tx) => {
      const client = await clientOf(tx, await this.codes.take(tx, code));
      if (client === null) throw new ConsoleCodeRefused();
      return this.begin(tx, client);
    });
  }

  /** Returns a new token; those that other tabs have stay valid. Undefined: there is no such session, or it has ended. */
  async renew(cookie: string): Promise<SignedIn | undefined> {
    const id = hashOf(cookie);
    return this.transactions.run(async (tx) => {
      const now = this.clock.now();
      const session = await tx.findOneBy(ConsoleSession, { id });
      const client = session && (await clientOf(tx, session.clientRow));
      if (!session || !client) return undefined;
      // The row is locked before its token is written: an end at the same time waits, and removes the token too.
      const live = { id, expiresAt: MoreThan(now) };
      const { affected } = await tx.update(ConsoleSession, live, { expiresAt: expiryOf(session.endsAt, now) });
      if (affected !== 1) return undefined;
      return this.signedIn(tx, client, id);
    });
  }

  /** Ends a session and its tokens. Does nothing when it has ended. */
  async end(cookie: string): Promise<void> {
    const id = hashOf(cookie);
    const isEnded = await this.transactions.run(async (tx) => {
      const { affected } = await tx.delete(ConsoleSession, { id });
      if (affected === 1) await this.tokens.revoke(tx, { session: id });
      return affected === 1;
    });
    if (isEnded) await this.tokens.noticed();
  }

  private async begin(tx: EntityManager, client: ApiClient): Promise<NewSession> {
    const now = this.clock.now();
    const endsAt = new Date(now.getTime() + LIFE_MS);
    const cookie = randomToken(32);
    const id = hashOf(cookie);
    await tx.insert(ConsoleSession, { id, clientRow: client.id, endsAt, expiresAt: expiryOf(endsAt, now) });
    return { cookie, ...(await this.signedIn(tx, client, id)) };
  }

  private async signedIn(tx: EntityManager, client: ApiClient, session: string): Promise<SignedIn> {
    const { clientId, name } = client;
    const token = await this.tokens.issueToSession(tx, client, session);
    return { token, clientId, name, scopes: scopesOf(client) };
  }
}

function expiryOf(endsAt: Date, now: Date): Date {
  return new Date(Math.min(endsAt.getTime(), now.getTime() + UNUSED_MS));
}

/** @returns null for a client that was revoked */
async function clientOf(tx: EntityManager, id: string): Promise<ApiClient | null> {
  const client = await tx.findOneBy(ApiClient, { id });
  return client?.revokedAt === null ? client : null;
}
