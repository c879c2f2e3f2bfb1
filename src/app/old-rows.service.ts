import { Injectable } from '@nestjs/common';
import { type QueryRunner } from 'typeorm';
import { firstIdAt } from '../kernel/ids';
import { Transactions } from '../platform/database/connection/transactions';
import { findOldRows, OLD_ROWS, type OldRows } from './migrations/old-rows';

/** A count of old rows of one kind. */
export interface OldRowsFound {
  readonly title: string;
  readonly count: number;
}

/** Which rows are looked at, and what becomes of them. */
export interface Mending {
  /** Only rows made since then, where a row says when it was made; undefined: all. */
  readonly since?: Date;
  /** False: they are only counted. */
  readonly isMended: boolean;
  /** Asked between two batches: true leaves the rest. */
  readonly isStopped?: () => boolean;
}

/** Finds and mends what processes of an older version wrote beside this one (CONTRIBUTING, "Expand and contract"). */
@Injectable()
export class OldRowsService {
  constructor(private readonly transactions: Transactions) {}

  /** Mends them, a batch in one transaction. @returns the kinds with a row */
  async mend(mending: Mending): Promise<OldRowsFound[]> {
    const found: OldRowsFound[] = [];
    for (const kind of OLD_ROWS) {
      const count = await this.mendKind(kind, mending);
      if (count > 0) found.push({ title: kind.title, count });
    }
    return found;
  }

  private async mendKind(kind: OldRows, { since, isMended, isStopped = () => false }: Mending): Promise<number> {
    let count = 0;
    for (let last = kind.isByTime && since !== undefined ? firstIdAt(since) : '0'; !isStopped();) {
      const ids = await this.batch(kind, last, isMended);
      const newest = ids.at(-1);
      if (newest === undefined) break;
      count += ids.length;
      last = newest;
    }
    return count;
  }

  private batch(kind: OldRows, after: string, isMended: boolean): Promise<readonly string[]> {
    return this.transactions.run(async (tx) => {
      // A transaction has one.
      const runner = tx.queryRunner as QueryRunner;
      const ids = await findOldRows(runner, kind, after);
      if (isMended && ids.length > 0) await kind.mend(runner, ids);
      return ids;
    });
  }
}
