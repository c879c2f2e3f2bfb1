import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/connection/transactions';
import { lookAt } from '../lanes/lane-rows';
import { Lanes } from '../lanes/lanes';

/** Entries that a sweep looks at. */
const ENTRIES_A_SWEEP = 1_000;

/** Goes on in lanes that nobody went on in (events.md 14). */
@Injectable()
export class LaneRepair {
  /** The entry that the next look begins after. */
  private lookedAt = '0';

  constructor(
    private readonly transactions: Transactions,
    private readonly lanes: Lanes,
  ) {}

  /**
   * Looks at the next thousand entries, from the first again after the last, and goes on in lanes that nobody went on in: a
   * worker of the version before knows no lanes, and a webhook may be switched while a result is saved.
   */
  async repair(): Promise<void> {
    const looked = await lookAt(this.transactions.manager, this.lookedAt, ENTRIES_A_SWEEP);
    this.lookedAt = looked.last ?? '0';
    if (looked.broken.length > 0) await this.transactions.run((tx) => this.lanes.mend(tx, looked));
  }
}
