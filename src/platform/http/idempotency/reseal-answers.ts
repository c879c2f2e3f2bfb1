import { Inject, Injectable } from '@nestjs/common';
import { IsNull, MoreThan, Not } from 'typeorm';
import { Clock } from '../../../kernel/clock';
import { CONFIG, type Config } from '../../config/config';
import { Transactions } from '../../database/connection/transactions';
import { countSeals, type SealCount } from '../../secrets/seal-count';
import { type SealState, Secrets } from '../../secrets/secrets';
import { IdempotencyRecord } from './idempotency-record.entity';
import { boundTo, keptMsOf } from './idempotent-answers';

/** Rows read at once. */
const PAGE = 500;

/** Seals stored answers with the present key, so that older ones can be given up (wire.md 6). */
@Injectable()
export class ResealAnswers {
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
   * Looks at the answers that a repeat can still get: those that are kept.
   * @param write whether those under an older key are sealed anew
   * @returns how they were found, before the writing
   */
  async reseal(write: boolean): Promise<SealCount> {
    const states: SealState[] = [];
    const createdAt = MoreThan(new Date(this.clock.now().getTime() - this.keptMs));
    for (let last = ''; ;) {
      const page = await this.transactions.manager.find(IdempotencyRecord, {
        where: { id: MoreThan(last), answer: Not(IsNull()), createdAt },
        order: { id: 'ASC' },
        take: PAGE,
      });
      for (const row of page) states.push(await this.resealOne(row, write));
      const end = page.at(-1);
      if (end === undefined) return countSeals(states);
      last = end.id;
    }
  }

  /** Resolves whether there is a stored answer at all. */
  hasSealed(): Promise<boolean> {
    return this.transactions.manager.existsBy(IdempotencyRecord, { answer: Not(IsNull()) });
  }

  private async resealOne({ id, answer }: IdempotencyRecord, write: boolean): Promise<SealState> {
    const sealed = answer ?? '';
    const state = this.secrets.stateOf(sealed, boundTo(id));
    if (write && state === 'old') {
      // Only what was read: the key may have been used again for another request meanwhile.
      const fresh = { answer: this.secrets.reseal(sealed, boundTo(id)) };
      await this.transactions.manager.update(IdempotencyRecord, { id, answer: sealed }, fresh);
    }
    return state;
  }
}
