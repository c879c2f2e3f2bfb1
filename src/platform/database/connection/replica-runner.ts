import { type EntityManager } from 'typeorm';
import { type MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver';
import { type ServerPool } from './server-pool';
import { QuickRunner } from './quick-query';

/** The parts of a connection that a runner uses. */
interface Lent {
  query(sql: string, done: () => void): void;
  release(): void;
}

/** TypeORM's runner on a connection of a replica. It has the entities of the primary's data source. */
export class ReplicaRunner extends QuickRunner {
  private lent: Promise<Lent> | undefined;

  constructor(
    driver: MysqlDriver,
    private readonly replica: ServerPool,
  ) {
    super(driver);
  }

  /** @throws DatabaseBusy, the driver's error */
  override connect(): Promise<Lent> {
    return (this.lent ??= new Promise((resolve, reject) => {
      this.replica.getConnection((error, connection) => {
        if (connection === undefined) reject(error ?? new Error('no connection'));
        else resolve(connection);
      });
    }));
  }

  /** Gives the connection back once its snapshot is closed. The caller need not wait for that. */
  override async release(): Promise<void> {
    this.isReleased = true;
    const lent = await this.lent?.catch(() => undefined);
    lent?.query('ROLLBACK', () => lent.release());
  }
}

/** Returns whether a manager reads from a replica: a copy for the whole process must not be made from it. */
export function isOfReplica({ queryRunner }: EntityManager): boolean {
  return queryRunner instanceof ReplicaRunner;
}
