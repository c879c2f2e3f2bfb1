import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../support/until';
import { type Caller, type Trouble } from './caller';
import { type Claim } from './cluster.claims';
import { type ClusterWorld } from './cluster.world';
import { NODES } from './database-cluster';

/** Load after each failure that was mended. */
export const CALM_MS = 6_000;
/** Time for which a killed server stays down, or a node is cut off: longer than it takes to be noticed. */
const AWAY_MS = 8_000;
const REPAIR_SECONDS = 60;

/** A failure and its effect on callers, on the clock of `performance.now()`. */
interface Failure {
  readonly name: string;
  readonly begun: number;
  /** Nothing can be written until somebody mends it: errors before that are only counted. */
  readonly isOutage: boolean;
  /** From here on errors are of the return, such as when the first node is worked on again. */
  returns: number;
  ended: number;
  repairedIn: number;
  slowestMs: number;
}

/** One failure of the servers, and its repair. */
interface Blow {
  readonly name: string;
  readonly isOutage?: boolean;
  readonly strike: () => Promise<void>;
  /** Resolves when the store can write, with what must be waited for until all is as before. */
  readonly repair: () => Promise<{ readonly others: Promise<unknown> } | undefined>;
}

/** Strikes the servers one after another under load, and remembers what callers saw. */
export class Failures {
  private readonly all: Failure[] = [];

  constructor(
    private readonly world: ClusterWorld,
    private readonly caller: Caller,
    private readonly say: (text: string) => void,
    /** A part of the names of those that are to happen; all without it. */
    private readonly only = '',
  ) {}

  /** When the first failure began. */
  get begun(): number {
    return this.all[0]?.begun ?? 0;
  }

  async run(): Promise<void> {
    await this.kill('the database node that all work on', await this.inUse());
    await this.redis();
    await this.suffer({
      name: 'kill -9 of a worker',
      strike: async () => void (await this.world.workers[0]?.stop()),
      repair: async () => void (await this.world.startWorker(0)),
    });
    await this.kill('another database node', await this.another());
    await this.cut('the database node that all work on', await this.inUse());
    await this.cut('another database node', await this.another());
    await this.killAll();
  }

  /** For each failure, a row of the table and what is promised of it. */
  rows(): { cells: string[]; claim: Claim }[] {
    return this.all.map((one) => row(one, this.caller.troubles, this.world.database.kind.errorSeconds));
  }

  private inUse(): Promise<number> {
    const { kind, nodes } = this.world.database;
    return kind.inUse(nodes);
  }

  private async another(): Promise<number> {
    return ((await this.inUse()) + 1) % NODES.length;
  }

  private kill(what: string, index: number): Promise<void> {
    const node = this.world.database.node(index);
    return this.suffer({
      name: `kill -9 of ${what}`,
      strike: () => node.server.kill('SIGKILL'),
      repair: async () => void (await node.start()),
    });
  }

  private cut(what: string, index: number): Promise<void> {
    const { network } = this.world;
    return this.suffer({
      name: `${what} cut off from the others`,
      strike: () => Promise.resolve(network.cut(index)),
      repair: () => Promise.resolve(void network.heal(index)),
    });
  }

  private async killAll(): Promise<void> {
    const { kind, nodes } = this.world.database;
    const strike = async (): Promise<void> =>
      void (await Promise.all(nodes.map(({ server }) => server.kill('SIGKILL'))));
    const name = 'kill -9 of all database nodes at once';
    if (kind.formsByItself) {
      const repair = async (): Promise<undefined> => void (await Promise.all(nodes.map((node) => node.start())));
      await this.suffer({ name: `${name}, all started`, isOutage: true, strike, repair });
    }
    await this.suffer({ name: `${name}, one started first`, isOutage: true, strike, repair: () => kind.revive(nodes) });
  }

  private async redis(): Promise<void> {
    const { redis } = this.world;
    const master = await redis.master();
    if (master === undefined) throw new Error('there is no Redis master');
    const other = async (): Promise<boolean> => {
      const now = await redis.master();
      return now !== undefined && now !== master;
    };
    await this.suffer({
      name: 'kill -9 of the Redis master',
      strike: () => master.kill('SIGKILL'),
      repair: async () => {
        await until('another Redis is the master', other, REPAIR_SECONDS);
        await master.restart();
        // Sentinel ends the connections of a master that it makes a replica.
        const role = (): Promise<string | undefined> => redis.role(master).catch(() => undefined);
        await until('the old master follows', async () => (await role()) === 'slave', REPAIR_SECONDS);
        return undefined;
      },
    });
  }

  private async suffer({ name, isOutage = false, strike, repair }: Blow): Promise<void> {
    if (!name.includes(this.only)) return;
    this.say(`${name} ...`);
    const { caller } = this;
    caller.slowestMs = 0;
    const begun = performance.now();
    await strike();
    await pause(AWAY_MS);
    const mended = performance.now();
    const rest = await repair();
    const returns = isOutage ? performance.now() : mended;
    await rest?.others;
    await this.world.database.whole();
    const repairedIn = (performance.now() - mended) / 1000;
    await pause(CALM_MS);
    const ended = performance.now();
    const one = { name, begun, isOutage, returns, ended, repairedIn, slowestMs: caller.slowestMs };
    this.all.push(one);
    const { errorSeconds } = this.world.database.kind;
    this.say(`  ${row(one, caller.troubles, errorSeconds).cells.slice(1).join(' | ')}`);
  }
}

/** From the start of the first to the end of the last. */
function secondsOf(troubles: readonly Trouble[]): number {
  if (troubles.length === 0) return 0;
  const from = Math.min(...troubles.map(({ at, ms }) => at - ms));
  return (Math.max(...troubles.map(({ at }) => at)) - from) / 1000;
}

function row(one: Failure, troubles: readonly Trouble[], limit: number): { cells: string[]; claim: Claim } {
  const mine = troubles.filter(({ at }) => at >= one.begun && at <= one.ended);
  const [before, after] = [
    secondsOf(mine.filter(({ at }) => at < one.returns)),
    // A request of the outage may end after it: what counts is how long callers still get errors.
    secondsOf(
      mine
        .filter(({ at }) => at >= one.returns)
        .map(({ at, ms, ...rest }) => ({ ...rest, at, ms: Math.min(ms, at - one.returns) })),
    ),
  ];
  const wrong = mine.filter(({ status, hasRetryAfter }) => status !== 503 || !hasRetryAfter);
  const spans = [before, after].map((span) => span.toFixed(1));
  const found = `${spans.join(' and ')} s, ${mine.length} errors, ${wrong.length} of them no 503 with Retry-After`;
  const sample = wrong.slice(0, 3).map(({ status, what }) => ` ${status} ${what}`);
  const when = one.isOutage ? 'once the first node is back' : 'and as long at the return';
  return {
    cells: [
      one.name,
      String(mine.length),
      spans.join(' + '),
      (one.slowestMs / 1000).toFixed(1),
      one.repairedIn.toFixed(1),
    ],
    claim: {
      promise: `${one.name}: errors for at most ${limit} s, ${when}, all of them 503 with Retry-After`,
      found: found + sample.join(''),
      isKept: (one.isOutage || before <= limit) && after <= limit && wrong.length === 0,
    },
  };
}
