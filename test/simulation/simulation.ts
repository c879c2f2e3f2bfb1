import { type DataSource } from 'typeorm';
import { parseConfig, type Config } from '../../src/platform/config/config';
import { Secrets } from '../../src/platform/secrets/secrets';
import { checkEnd, isSettled } from './end';
import { Faults } from './faults';
import { Ledger } from './ledger';
import { simulateOutside } from './outside';
import { Party, Scheduler } from './scheduler';
import { Seeded } from './seeded';
import { SimulatedDatabase } from './simulated.database';
import { apiProcess, type Surroundings } from './simulated.process';
import { SimulatedBroker } from './simulated.queue';
import { SimulatedReceivers } from './simulated.receivers';
import { type ServerPlant, SimulatedServer } from './simulated.server';
import { startWorker } from './simulated.worker';
import { allowRowLocks, migratedSchema, simulatedSource } from './template';
import { StreamReader } from './stream-reader';
import { Trace } from './trace';
import { FeedReader, logger, watchCalls, watchJobs } from './watches';
import { type Known, Writer } from './writer';

/** Milliseconds that a clock of a machine may be wrong by. */
const SKEW_MS = 2_000;
const LEASE_SECONDS = 12;
const SCHEDULE = [0, 1, 2];
const DEADLINE_SECONDS = 5;
const RETENTION_SECONDS = 8;
const DAY_SECONDS = 86_400;
/** Changes of one client. */
const CHANGES = 8;
/** Faults go on for a while after the last change. */
const AFTERMATH_MS = 3_000;
const STORM_MS = 60_000;
const QUIET_MS = 180_000;
const NAMES = ['api-1', 'api-2', 'worker-1', 'worker-2'] as const;

/** A fault planted in the store or in what is around it, to see that the simulation finds it. */
export interface Plant extends ServerPlant {
  readonly title: string;
  /** The rule that it breaks. */
  readonly breach: RegExp;
  /** Changes the code of the store. @returns puts it back */
  readonly patch?: () => () => void;
}

/** The findings of one run. */
export interface Findings {
  readonly seed: number;
  readonly hash: string;
  readonly violations: readonly string[];
  readonly lines: readonly string[];
  readonly statistics: Readonly<Record<string, number>>;
}

function simulatedConfig(): Config {
  const read = parseConfig({ DATABASE_URL: 'sqlite::memory:', SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') });
  const days = RETENTION_SECONDS / DAY_SECONDS;
  return {
    ...read,
    retention: { ...read.retention, eventDays: days, attemptDays: days },
    webhooks: { ...read.webhooks, leaseSeconds: LEASE_SECONDS, schedule: SCHEDULE, deadlineSeconds: DEADLINE_SECONDS },
  };
}

/** Runs the path of events in one process, one seed after another. */
export class Simulator {
  private constructor(
    private readonly database: SimulatedDatabase,
    private readonly sources: readonly DataSource[],
    readonly config: Config,
    readonly secrets: Secrets,
  ) {}

  static async make(): Promise<Simulator> {
    const schema = await migratedSchema();
    const sources = await Promise.all(NAMES.map(() => simulatedSource()));
    const config = simulatedConfig();
    return new Simulator(new SimulatedDatabase(schema), sources, config, new Secrets(config));
  }

  async run(seed: number, plant?: Plant): Promise<Findings> {
    const world = new World(seed, this.database, this.sources, this);
    world.server.plant = plant ?? {};
    const undo = [simulateOutside(world.scheduler, world.random), allowRowLocks(), plant?.patch?.()];
    try {
      return await world.run(seed);
    } finally {
      for (const putBack of undo.reverse()) putBack?.();
      this.database.reset();
    }
  }

  async close(): Promise<void> {
    for (const source of this.sources) await source.destroy();
  }
}

interface Settings {
  readonly config: Config;
  readonly secrets: Secrets;
}

/** One run: four processes of the store, their clients, and the machines around them. */
class World {
  readonly random: Seeded;
  readonly scheduler = new Scheduler(new Trace());
  readonly server: SimulatedServer;
  private readonly faults: Faults;
  private readonly broker: SimulatedBroker;
  private readonly receivers: SimulatedReceivers;
  private readonly ledger: Ledger;
  private readonly writers: readonly Writer[];
  private readonly reader: FeedReader;
  private readonly streams: readonly StreamReader[];
  private readonly supervisor = new Party('world');
  private readonly living = new Set<Party>();
  private deaths = 0;

  constructor(
    seed: number,
    database: SimulatedDatabase,
    private readonly sources: readonly DataSource[],
    private readonly settings: Settings,
  ) {
    const { scheduler } = this;
    const random = (this.random = new Seeded(seed));
    this.faults = new Faults(random);
    this.server = new SimulatedServer(database, scheduler, this.faults);
    this.broker = new SimulatedBroker(scheduler, this.faults, random);
    this.receivers = new SimulatedReceivers(scheduler, this.faults, random, DEADLINE_SECONDS * 1000);
    this.ledger = new Ledger(database, scheduler, { leaseMs: LEASE_SECONDS * 1000 - 2 * SKEW_MS, silentMs: 3_400 });
    const known: Known = { brands: [], webhooks: [], names: 0 };
    this.writers = [1, 2].map(() => new Writer(known, this.ledger, scheduler, random, CHANGES));
    this.reader = new FeedReader(this.ledger, scheduler, random);
    this.streams = [1, 2].map(() => new StreamReader(this.ledger, scheduler, this.faults, random));
    watchCalls(this.ledger, this.receivers);
    watchJobs(this.ledger, this.broker);
    scheduler.onTurn = (party) => this.mayFail(party);
  }

  async run(seed: number): Promise<Findings> {
    const { scheduler, faults, ledger } = this;
    scheduler.note(JSON.stringify(faults.chances), this.supervisor);
    for (const at of NAMES.keys()) this.start(at, this.random.between(0, 500));
    await scheduler.run(() => this.writers.every(({ left }) => left === 0), STORM_MS);
    await scheduler.run(() => false, scheduler.now + AFTERMATH_MS);
    faults.isQuiet = true;
    scheduler.note('it is quiet now', this.supervisor);
    await scheduler.run(
      () => isSettled(ledger) && this.reader.after === ledger.byPosition.length && this.areStreamsDone,
      scheduler.now + QUIET_MS,
    );
    checkEnd(ledger, SCHEDULE.length);
    if (this.reader.after !== ledger.byPosition.length)
      ledger.fail(`the reader of the feed ends at ${this.reader.after}`);
    if (!this.areStreamsDone) ledger.fail('a reader of the stream has not all events');
    const { hash, lines } = scheduler.trace;
    return { seed, hash, violations: ledger.violations, lines, statistics: this.statistics() };
  }

  private get areStreamsDone(): boolean {
    return this.streams.every(({ isDone }) => isDone);
  }

  private statistics(): Findings['statistics'] {
    const { events, deliveries } = this.ledger;
    const inState = (wanted: string): number => [...deliveries.values()].filter(({ state }) => state === wanted).length;
    return {
      turns: this.scheduler.turns,
      ms: Math.round(this.scheduler.now),
      deaths: this.deaths,
      events: events.size,
      removed: [...events.values()].filter(({ isRemoved }) => isRemoved).length,
      deliveries: deliveries.size,
      delivered: inState('delivered'),
      dead: inState('dead'),
      again: [...deliveries.values()].filter(({ again }) => again > 0).length,
      ordered: [...this.ledger.webhooks.values()].filter(({ orderedSince }) => orderedSince !== undefined).length,
    };
  }

  private start(at: number, afterMs: number): void {
    const name = NAMES[at];
    const source = this.sources[at];
    if (name === undefined || source === undefined) return;
    const party = new Party(name, this.random.between(-SKEW_MS, SKEW_MS));
    this.scheduler.after(afterMs, party, () => {
      this.living.add(party);
      this.scheduler.note(`starts, its clock ${party.skew} ms off`);
      const { config, secrets } = this.settings;
      const { scheduler, server, broker, receivers } = this;
      const log = logger(scheduler, this.ledger);
      const around: Surroundings = { scheduler, server, broker, receivers, config, secrets, log };
      if (name.startsWith('worker')) startWorker(party, source, around);
      else {
        const api = apiProcess(party, source, around);
        void this.writers[at]?.write(api, party);
        if (name === 'api-1') void this.reader.follow(api.feed, party);
        else for (const stream of this.streams) void stream.follow(api.streams, party);
      }
    });
  }

  /** A process may die before each of its turns, or stand still. */
  private mayFail(party: Party): void {
    if (!this.living.has(party)) return;
    if (this.faults.happens('death')) {
      this.scheduler.note('dies', party);
      party.isDead = true;
      this.living.delete(party);
      this.deaths += 1;
      this.server.disconnectAll(party);
      this.start(
        NAMES.findIndex((name) => name === party.name),
        this.faults.absence(),
      );
    } else if (this.faults.happens('freeze')) {
      party.frozenUntil = this.scheduler.now + this.faults.absence();
      this.scheduler.note('stands still', party);
    }
  }
}
