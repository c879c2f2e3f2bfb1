import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { IdGenerator } from '../../kernel/ids';
import { type Principal } from '../../kernel/scopes';
import { RevisionedCopy } from '../../platform/database/rows/revisioned-copy';
import { AccessRevision } from './data/access-revision.entity';

/** Time for which a process trusts its copy without a check of the revision: four statements a second at most. */
const TRUST_MS = 250;

/** A token that was looked up. */
interface KnownToken {
  readonly principal: Principal;
  /** Milliseconds of the clock; then it is looked up again. */
  readonly until: number;
}

/**
 * The tokens that a process has looked up, by their text: hashing one for each request would cost more than the look-up. They
 * are forgotten when the revision changes, which each revocation does in its transaction. Bounded by who adds to it.
 */
@Injectable()
export class KnownTokens extends RevisionedCopy<Map<string, KnownToken>> {
  constructor(ids: IdGenerator, clock: Clock) {
    super({ revision: AccessRevision, read: async () => new Map() }, ids, clock);
  }

  /** The tokens known right now; what is added to them is forgotten with the next revocation. */
  now(manager: EntityManager): Promise<Map<string, KnownToken>> {
    return this.recent(manager, TRUST_MS);
  }

  /** Resolves when every process has noticed a revocation that was committed. */
  noticed(): Promise<void> {
    return pause(TRUST_MS);
  }
}
