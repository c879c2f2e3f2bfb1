import { type DataSource } from 'typeorm';
import { type Clock } from '../../../kernel/clock';

/** By how much the clocks of two processes may differ (docs/scaling.md). */
const CLOCKS_MS = 5_000;

/**
 * Remembers which clients have written lately, in this process and, for other processes, in a row of the primary: until every replica
 * that may be asked has what a client wrote, the primary answers its lists. Grows with the API clients.
 */
export class ClientWrites {
  private readonly until = new Map<string, number>();
  private readonly underWay = new Map<string, Promise<void>>();

  /** @param maxLagMs lag of a replica that may be asked, at most */
  constructor(
    private readonly dataSource: Pick<DataSource, 'query'>,
    private readonly clock: Clock,
    private readonly maxLagMs: number,
  ) {}

  /**
   * Called after each commit of a client, before it gets its response. The row is written for longer than it has to last, so that a
   * client that goes on writing causes one statement in `maxLagMs`. @throws the driver's error
   */
  async note(client: string): Promise<void> {
    while ((this.until.get(client) ?? 0) < this.now() + this.maxLagMs + CLOCKS_MS) {
      const writing = this.underWay.get(client) ?? this.begin(client);
      await writing;
    }
  }

  /** Whether a replica may lack what the client wrote, in any process. One statement on the primary, none while this one knows. */
  async isRecent(client: string): Promise<boolean> {
    if ((this.until.get(client) ?? 0) > this.now()) return true;
    const [row] = await this.dataSource.query<{ until: Date }[]>(
      'SELECT primary_until AS until FROM client_writes WHERE id = ?',
      [client],
    );
    return row !== undefined && row.until.getTime() > this.now();
  }

  private begin(client: string): Promise<void> {
    const writing = this.write(client, this.now() + 2 * this.maxLagMs + CLOCKS_MS).finally(() =>
      this.underWay.delete(client),
    );
    this.underWay.set(client, writing);
    return writing;
  }

  private async write(client: string, untilMs: number): Promise<void> {
    const until = new Date(untilMs);
    const { affectedRows } = await this.dataSource.query<{ affectedRows: number }>(
      'UPDATE client_writes SET primary_until = ? WHERE id = ? AND primary_until < ?',
      [until, client, until],
    );
    // The row of a client that has one for longer stays.
    if (affectedRows === 0)
      await this.dataSource.query('INSERT IGNORE INTO client_writes (id, primary_until) VALUES (?, ?)', [
        client,
        until,
      ]);
    this.until.set(client, untilMs);
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
