import { Injectable } from '@nestjs/common';
import { type EntityManager, MoreThan } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { readById } from '../../platform/database/rows/row-reader';
import { Transactions } from '../../platform/database/connection/transactions';
import { countSeals, type SealCount } from '../../platform/secrets/seal-count';
import { type SealState } from '../../platform/secrets/secrets';
import { Webhook } from './data/webhook.entity';
import { WebhookSecrets } from './webhook-secrets';

/** Ids read at once. */
const PAGE = 100;
/** Webhooks whose secrets a starting process looks at. */
const NEWEST = 5;

/** Seals the secrets of webhooks with the present key, so that older ones can be given up (webhooks.md 6). */
@Injectable()
export class ResealService {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly secrets: WebhookSecrets,
  ) {}

  /**
   * Looks at the secrets that sign now; one a webhook, two during the day after a rotation.
   * @param write whether those under an older key are sealed anew; each webhook in a transaction of its own
   * @returns how they were found, before the writing
   */
  async reseal(write: boolean): Promise<SealCount> {
    const states: SealState[] = [];
    for (let last = ''; ;) {
      const page = await this.transactions.manager.find(Webhook, {
        select: { id: true },
        where: { id: MoreThan(last) },
        order: { id: 'ASC' },
        take: PAGE,
      });
      for (const { id } of page) states.push(...(await this.transactions.run((tx) => this.resealOne(tx, id, write))));
      const end = page.at(-1);
      if (end === undefined) return countSeals(states);
      last = end.id;
    }
  }

  /** Resolves whether there is a secret of a webhook at all. */
  hasSealed(): Promise<boolean> {
    return this.transactions.manager.exists(Webhook);
  }

  /** Resolves with the states of the secrets of the newest webhooks. */
  async newestStates(): Promise<SealState[]> {
    const newest = await this.transactions.manager.find(Webhook, { order: { id: 'DESC' }, take: NEWEST });
    return newest.flatMap((webhook) => this.secrets.states(webhook, this.clock.now()));
  }

  private async resealOne(tx: EntityManager, id: string, write: boolean): Promise<SealState[]> {
    const webhook = await readById(tx, Webhook, id, { lock: true });
    if (webhook === null) return [];
    const states = this.secrets.states(webhook, this.clock.now());
    if (!write || !states.includes('old')) return states;
    this.secrets.reseal(webhook, this.clock.now());
    // No event and no new version: nothing that anybody can see has changed.
    await tx.save(webhook, { listeners: false });
    return states;
  }
}
