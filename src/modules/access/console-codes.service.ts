import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { randomToken } from '../../kernel/ids';
import { Transactions } from '../../platform/database/connection/transactions';
import { ConsoleCodeRefused } from './access.errors';
import { type ApiClient } from './data/api-client.entity';
import { ConsoleCode } from './data/console-code.entity';
import { hashOf } from './secret-hash';

/** Lifetime of a link. */
const VALID_MS = 600_000;

/** Makes and takes the codes of links that sign in to the console once (console.md 1). */
@Injectable()
export class ConsoleCodesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes a link that signs in as this client.
   * @param base address of the store, without a slash at the end
   * @returns the link; its code is a fragment, which no browser sends and no log has
   */
  async link(client: Pick<ApiClient, 'id'>, base: string): Promise<string> {
    const code = randomToken(32);
    const expiresAt = new Date(this.clock.now().getTime() + VALID_MS);
    const row = { id: hashOf(code), clientRow: client.id, expiresAt };
    await this.transactions.run((tx) => tx.insert(ConsoleCode, row));
    return `${base}/console#code=${code}`;
  }

  /**
   * Takes a code, which nobody can take again. Of parallel requests one succeeds: the one whose DELETE removed the row.
   * @returns the row id of its client
   * @throws ConsoleCodeRefused
   */
  async take(tx: EntityManager, code: string): Promise<string> {
    const id = hashOf(code);
    const found = await tx.findOneBy(ConsoleCode, { id });
    const removed = found && (await tx.delete(ConsoleCode, { id })).affected === 1;
    if (!found || !removed || found.expiresAt <= this.clock.now()) throw new ConsoleCodeRefused();
    return found.clientRow;
  }
}
