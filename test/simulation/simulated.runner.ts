import { type DataSource, QueryFailedError, QueryResult } from 'typeorm';
import { type BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner';
import { type Party } from './scheduler';
import { type Connection, type SimulatedServer } from './simulated.server';

/** TypeORM's runner over the simulated server. */
class SimulatedRunner extends BetterSqlite3QueryRunner {
  private readonly link: Connection;

  constructor(
    driver: BetterSqlite3Driver,
    private readonly server: SimulatedServer,
    party: Party,
  ) {
    super(driver);
    this.link = server.connect(party);
  }

  override async query(sql: string, parameters: unknown[] = [], structured = false): Promise<never> {
    try {
      const { rows, affected } = await this.server.send(this.link, sql, parameters);
      if (!structured) return rows as never;
      const result = new QueryResult();
      result.raw = result.records = rows;
      result.affected = affected;
      return result as never;
    } catch (error) {
      throw new QueryFailedError(sql, parameters, error as Error);
    }
  }

  override async release(): Promise<void> {
    this.server.disconnect(this.link);
    await super.release();
  }
}

/** Gives a data source to a process of the store: from now on its statements are those of this process. */
export function handOver(dataSource: DataSource, server: SimulatedServer, party: Party): void {
  const driver = dataSource.driver as BetterSqlite3Driver;
  driver.createQueryRunner = () => new SimulatedRunner(driver, server, party);
  dataSource.subscribers.length = 0;
}
