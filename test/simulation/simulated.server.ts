import { type Faults } from './faults';
import { type Party, Party as Machine, type Scheduler } from './scheduler';
import { OpenTransaction, type Outcome, type SimulatedDatabase } from './simulated.database';

/** A connection of a process. */
export interface Connection {
  readonly party: Party;
  tx: OpenTransaction | undefined;
  /** Whether the network or the server has ended it. */
  isLost: boolean;
}

interface Request {
  readonly connection: Connection;
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly answer: (error: Error | undefined, outcome: Outcome) => void;
}

/** Changes of what the server does, by which faults are planted. */
export interface ServerPlant {
  /** Another statement in the place of this one. */
  readonly sql?: (sql: string) => string;
  /** Whether a statement is committed by itself, though it was sent in a transaction. */
  readonly isOutside?: (sql: string) => boolean;
  /** Whether the transaction is committed after this statement, and another one begun. */
  readonly isCommittedAfter?: (sql: string) => boolean;
}

const NOTHING: Outcome = { rows: [], affected: 0 };
const failure = (code: string): Error => Object.assign(new Error(`simulated: ${code}`), { code });
const TABLE = /(?:FROM|INTO|UPDATE) "?(\w+)/;

/** The database behind a network: statements take time, meet locks, and fail as the seed decides. */
export class SimulatedServer {
  plant: ServerPlant = {};
  private readonly machine = new Machine('database');
  private readonly open = new Map<Party, Set<Connection>>();

  constructor(
    private readonly database: SimulatedDatabase,
    private readonly scheduler: Scheduler,
    private readonly faults: Faults,
  ) {}

  connect(party: Party): Connection {
    const connection = { party, tx: undefined, isLost: false };
    const all = this.open.get(party) ?? new Set();
    this.open.set(party, all.add(connection));
    return connection;
  }

  disconnect(connection: Connection): void {
    if (connection.tx !== undefined) this.database.rollback(connection.tx);
    this.open.get(connection.party)?.delete(connection);
  }

  /** Ends the connections of a process that died: its transactions are rolled back when the server notices. */
  disconnectAll(party: Party): void {
    const all = this.open.get(party) ?? [];
    this.open.delete(party);
    this.scheduler.after(this.faults.latency(), this.machine, () => {
      for (const connection of all) this.lose(connection);
    });
  }

  /** Sends a statement. It is carried out also when the process that sent it dies before the answer. */
  send(connection: Connection, text: string, parameters: readonly unknown[]): Promise<Outcome> {
    const sql = this.plant.sql?.(text) ?? text;
    const { party } = connection;
    return new Promise((resolve, reject) => {
      const answer = (error: Error | undefined, outcome: Outcome): void => {
        this.scheduler.after(this.faults.latency(), party, () => (error ? reject(error) : resolve(outcome)));
      };
      const request = { connection, sql, parameters, answer };
      this.scheduler.after(this.faults.latency(), this.machine, () => this.receive(request));
    });
  }

  private receive(request: Request): void {
    const { connection, sql, answer } = request;
    const fault = connection.isLost ? 'lost' : this.faults.statement(sql);
    if (fault !== undefined) this.scheduler.note(`${fault}: ${brief(sql)}`, connection.party);
    if (fault === 'deadlock') {
      this.rollback(connection);
      answer(failure('ER_LOCK_DEADLOCK'), NOTHING);
      return;
    }
    if (fault === 'lost') this.lose(connection);
    if (fault !== undefined && fault !== 'lost after') {
      answer(failure('PROTOCOL_CONNECTION_LOST'), NOTHING);
      return;
    }
    if (fault === 'lost after') {
      const lost = (): void => {
        this.lose(connection);
        answer(failure('PROTOCOL_CONNECTION_LOST'), NOTHING);
      };
      this.carryOut({ ...request, answer: lost });
    } else this.carryOut(request);
  }

  private carryOut(request: Request): void {
    const { connection, sql, answer } = request;
    if (sql === 'BEGIN TRANSACTION') connection.tx = this.database.begin(connection.party);
    else if (sql === 'COMMIT') this.commit(connection);
    else if (sql === 'ROLLBACK') this.rollback(connection);
    else {
      this.statement(request);
      return;
    }
    answer(undefined, NOTHING);
  }

  private statement(request: Request): void {
    const { connection, sql, parameters, answer } = request;
    const isAlone = connection.tx === undefined || this.plant.isOutside?.(sql) === true;
    const tx = isAlone ? this.database.begin(connection.party, true) : connection.tx;
    if (tx === undefined) return;
    let outcome: Outcome | OpenTransaction;
    try {
      outcome = this.database.execute(tx, sql, parameters);
    } catch (error) {
      if (isAlone) this.database.rollback(tx);
      answer(error as Error, NOTHING);
      return;
    }
    if (outcome instanceof OpenTransaction) {
      this.wait(request, tx, outcome);
      return;
    }
    this.carriedOut(connection, tx, sql);
    answer(undefined, outcome);
  }

  private carriedOut(connection: Connection, tx: OpenTransaction, sql: string): void {
    tx.waitsFor = undefined;
    if (tx !== connection.tx) {
      if (tx.locks.size > 0) this.finish(tx);
    } else if (this.plant.isCommittedAfter?.(sql) === true) {
      this.commit(connection);
      connection.tx = this.database.begin(connection.party);
    }
  }

  /** Waits for a lock, or ends the transaction when its holder waits for it. */
  private wait(request: Request, tx: OpenTransaction, holder: OpenTransaction): void {
    tx.waitsFor = holder;
    for (let next = holder.waitsFor; next !== undefined && !next.isOver; next = next.waitsFor) {
      if (next !== tx) continue;
      this.scheduler.note(`real deadlock: ${brief(request.sql)}`, request.connection.party);
      this.rollback(request.connection);
      this.database.rollback(tx);
      request.answer(failure('ER_LOCK_DEADLOCK'), NOTHING);
      return;
    }
    holder.waiters.push(() => {
      this.scheduler.after(this.faults.latency(), this.machine, () => {
        if (!tx.isOver && !request.connection.isLost) this.statement(request);
      });
    });
  }

  private commit(connection: Connection): void {
    if (connection.tx !== undefined) this.finish(connection.tx);
    connection.tx = undefined;
  }

  private finish(tx: OpenTransaction): void {
    const tables = [...tx.touched].map(([table, ids]) => `${table} ${[...ids].join()}`);
    if (tables.length > 0) this.scheduler.note(`commits ${tables.join('; ')}`, tx.party);
    this.database.commit(tx);
  }

  private rollback(connection: Connection): void {
    if (connection.tx !== undefined) this.database.rollback(connection.tx);
    connection.tx = undefined;
  }

  private lose(connection: Connection): void {
    connection.isLost = true;
    this.rollback(connection);
  }
}

function brief(sql: string): string {
  const [verb] = sql.trim().split(' ', 1);
  return [verb, TABLE.exec(sql)?.[1]].filter((word) => word !== undefined).join(' ');
}
