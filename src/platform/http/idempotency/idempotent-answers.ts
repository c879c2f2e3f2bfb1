import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { Clock, monotonicMs } from '../../../kernel/clock';
import { randomToken } from '../../../kernel/ids';
import { CONFIG, type Config } from '../../config/config';
import { isDuplicate } from '../../database/connection/driver-faults';
import { Transactions } from '../../database/connection/transactions';
import { SecretUnreadable } from '../../secrets/secret-box';
import { Secrets } from '../../secrets/secrets';
import { IdempotencyInProgress, IdempotencyKeyReused, IdempotentResponseUnreadable } from '../http.errors';
import { IdempotencyRecord } from './idempotency-record.entity';

const HOUR_MS = 60 * 60 * 1000;

/** Returns the time for which a response is kept for repeats, in milliseconds. */
export function keptMsOf({ retention }: Config): number {
  return retention.idempotencyHours * HOUR_MS;
}

/** A request without a response by then counts as dead, e.g. its process was killed, and may be repeated. */
const LEASE_MS = 60_000;
/** Interval at which a claim that could not be given back is tried again. */
const AGAIN_MS = 500;
/** Claims that wait to be given back, at most. The leases of others end by themselves. */
const MAX_LEFT = 1_000;

/** Gives a claim back. */
type Statement = (manager: EntityManager) => Promise<unknown>;

/** An answer as stored: what a repeat gets. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: unknown;
  /** Code of an error that was answered. */
  readonly errorCode?: string;
}

/** The right to make the request and store its answer. */
export interface Claim {
  readonly id: string;
  readonly token: string;
}

/** Hashes of a request. */
export interface Fingerprints {
  readonly fingerprint: string;
  /** That of an older version of the store. */
  readonly former: string;
}

/**
 * Keeps the first answer of a request for 24 hours or as long as set up, stored in the transaction of its effect (wire.md 6). It is sealed:
 * an answer may show a secret once, and a repeat is to get the very same answer, but the database is not to know it.
 */
@Injectable()
export class IdempotentAnswers {
  /**
   * Fingerprints of the requests that run in this process, by id. On the embedded database a second claim would
   * wait for the first request's transaction to end, instead of telling that it is under way.
   */
  private readonly underWay = new Map<string, string>();
  /** Statements that could not be carried out, and when the leases of their claims end. */
  private readonly left = new Map<Statement, number>();
  private readonly keptMs: number;

  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    @Inject(CONFIG) config: Config,
  ) {
    this.keptMs = keptMsOf(config);
  }

  /**
   * Claims a key, or finds the answer it already has.
   * @throws IdempotencyKeyReused when the key belongs to another request
   * @throws IdempotencyInProgress while the first request is under way
   * @throws IdempotentResponseUnreadable when its response was sealed with another key
   */
  async claim(id: string, of: Fingerprints): Promise<Claim | StoredAnswer> {
    // A record can go between two looks at it: it is old and removed, or its request failed.
    const claim = (await this.tryClaim(id, of)) ?? (await this.tryClaim(id, of));
    if (claim === undefined) throw new IdempotencyInProgress();
    return claim;
  }

  private async tryClaim(id: string, of: Fingerprints): Promise<Claim | StoredAnswer | undefined> {
    const { fingerprint } = of;
    this.refuseWhileUnderWay(id, fingerprint);
    const now = this.clock.now();
    const claimed = { token: randomToken(32), leaseUntil: new Date(now.getTime() + LEASE_MS) };
    try {
      const row = { id, fingerprint, ...claimed, createdAt: now, status: null, answer: null };
      await this.transactions.repeatable((manager) => manager.insert(IdempotencyRecord, row));
      return this.begun(id, claimed.token, fingerprint);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    this.refuseWhileUnderWay(id, fingerprint);
    const found = await this.transactions.manager.findOneBy(IdempotencyRecord, { id });
    if (found === null) return undefined;
    // Its first try was carried out, and the connection lost before it said so.
    if (found.token === claimed.token) return this.begun(id, claimed.token, fingerprint);
    const isOld = found.createdAt.getTime() + this.keptMs <= now.getTime();
    return (
      (isOld ? undefined : this.present(found, of, now)) ??
      this.takeOver(found, { ...claimed, fingerprint, createdAt: now })
    );
  }

  /** Stores the answer with its effect. @throws IdempotencyInProgress when the claim was lost, which rolls the effect back */
  async store(tx: EntityManager, claim: Claim, { status, ...rest }: StoredAnswer): Promise<void> {
    const stored = await tx.update(
      IdempotencyRecord,
      { id: claim.id, token: claim.token },
      { status, answer: this.secrets.seal(JSON.stringify(rest), boundTo(claim.id)) },
    );
    if (stored.affected !== 1) throw new IdempotencyInProgress();
  }

  /** Undefined when the record is another's now, or is gone. */
  private async takeOver(
    found: IdempotencyRecord,
    fresh: Omit<IdempotencyRecord, 'id' | 'status' | 'answer'>,
  ): Promise<Claim | undefined> {
    const { id, token } = found;
    const free = { ...fresh, status: null, answer: null };
    const taken = await this.transactions.repeatable((manager) =>
      manager.update(IdempotencyRecord, { id, token }, free),
    );
    if (taken.affected !== 1) return undefined;
    return this.begun(id, fresh.token, fresh.fingerprint);
  }

  private begun(id: string, token: string, fingerprint: string): Claim {
    this.underWay.set(id, fingerprint);
    return { id, token };
  }

  private refuseWhileUnderWay(id: string, fingerprint: string): void {
    const running = this.underWay.get(id);
    if (running === undefined) return;
    throw running === fingerprint ? new IdempotencyInProgress() : new IdempotencyKeyReused();
  }

  /** Call it when the claimed request has ended, successful or not. */
  ended(claim: Claim): void {
    this.underWay.delete(claim.id);
  }

  /**
   * Gives a claim back after a failure: the same key may be used again. An answer that is stored stays: its commit may
   * have been carried out although its acknowledgement was lost.
   */
  async release(claim: Claim): Promise<void> {
    const unanswered = { id: claim.id, token: claim.token, answer: IsNull() };
    await this.giveBack((manager) => manager.delete(IdempotencyRecord, unanswered));
  }

  /**
   * Lets the same request take the key over at once, for a failure that may have had an effect: another request with this
   * key is still refused.
   */
  async suspend(claim: Claim): Promise<void> {
    const unanswered = { id: claim.id, token: claim.token, answer: IsNull() };
    const over = { leaseUntil: new Date(0) };
    await this.giveBack((manager) => manager.update(IdempotencyRecord, unanswered, over));
  }

  private async giveBack(statement: Statement): Promise<void> {
    try {
      await this.transactions.repeatable(statement);
    } catch (error) {
      this.giveBackLater(statement);
      throw error;
    }
  }

  /** When the database is back: otherwise all repeats would be refused until the lease ends. */
  private giveBackLater(statement: Statement): void {
    if (this.left.size >= MAX_LEFT) return;
    this.left.set(statement, monotonicMs() + LEASE_MS);
    if (this.left.size === 1) void this.giveBackAll();
  }

  /** One after the other, so that a database that comes back is not met by all requests of its outage at once. */
  private async giveBackAll(): Promise<void> {
    while (this.left.size > 0) {
      await pause(AGAIN_MS, undefined, { ref: false });
      for (const [statement, end] of this.left) {
        if (monotonicMs() < end && !(await this.isGivenBack(statement))) break;
        this.left.delete(statement);
      }
    }
  }

  private isGivenBack(statement: Statement): Promise<boolean> {
    return this.transactions.repeatable(statement).then(
      () => true,
      () => false,
    );
  }

  /** @throws IdempotentResponseUnreadable */
  private opened(answer: string, purpose: string): string {
    try {
      return this.secrets.open(answer, purpose);
    } catch (error) {
      throw error instanceof SecretUnreadable ? new IdempotentResponseUnreadable() : error;
    }
  }

  /** The stored answer of the same request; undefined when its process died before it had one. */
  private present(
    found: IdempotencyRecord,
    { fingerprint, former }: Fingerprints,
    now: Date,
  ): StoredAnswer | undefined {
    if (found.fingerprint !== fingerprint && found.fingerprint !== former) throw new IdempotencyKeyReused();
    if (found.answer !== null && found.status !== null) {
      const opened = this.opened(found.answer, boundTo(found.id));
      return { ...(JSON.parse(opened) as Omit<StoredAnswer, 'status'>), status: found.status };
    }
    if (found.leaseUntil.getTime() > now.getTime()) throw new IdempotencyInProgress();
    return undefined;
  }
}

/** The purpose that a stored response is sealed for. */
export function boundTo(id: string): string {
  return `idempotency:${id}`;
}
