import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Flatness, flatnessOf, LIMITS, type Series } from './soak/flatness';
import { type Balance, balances, openBooks, type TableGrowth, tableGrowth } from './soak/soak.books';
import { SoakLoad } from './soak/soak.load';
import { MANNERS } from './soak/soak.receiver';
import { SoakWorld } from './soak/soak.world';

/**
 * `npm run bench -- soak <minutes>`, 30 when left out: the store's processes under a steady load that they can well carry, and
 * whether what they hold stays flat after the warm-up, whether every event arrived and the books agree. Writes its
 * figures to bench/results/soak-<minutes>.figures.json. With `--leak` the API keeps every request, and the soak has to fail.
 */
const MINUTES = Number(process.argv[2] ?? 30);
const LEAKS = process.argv.includes('--leak');
const BURST = 400;
/** Share of the rate that the burst reached with all events delivered; at most `MAX_A_SECOND`. */
const PART_OF_CAPACITY = 0.4;
const MAX_A_SECOND = 25;
const SETTLE_SECONDS = 90;

interface Outcome {
  readonly isFlat: boolean;
  readonly flatness: readonly Flatness[];
  readonly tables: readonly TableGrowth[];
  readonly balances: readonly Balance[];
  readonly faults: readonly string[];
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Values by measure, such as `api heapMb`. */
class Watch {
  readonly series = new Map<string, [number, number][]>();
  private readonly begun = performance.now();

  constructor(private readonly world: SoakWorld) {}

  /** Looks every now and then for so long. */
  async run(seconds: number): Promise<void> {
    const everyMs = Math.min(10_000, Math.max(1_500, (seconds * 1000) / 60));
    while (this.seconds() < seconds) {
      const next = performance.now() + everyMs;
      await this.look();
      await pause(Math.max(0, next - performance.now()));
    }
  }

  private async look(): Promise<void> {
    const at = this.seconds();
    for (const one of this.world.processes) this.note(at, one.name, await one.use());
    this.note(at, 'servers', await this.world.servers());
  }

  private note(at: number, owner: string, values: object): void {
    for (const [name, value] of Object.entries(values) as [string, number][]) {
      const key = `${owner}: ${name}`;
      this.series.set(key, [...(this.series.get(key) ?? []), [at, value]]);
    }
  }

  private seconds(): number {
    return (performance.now() - this.begun) / 1000;
  }
}

function judge(series: ReadonlyMap<string, Series>): Flatness[] {
  return [...series].flatMap(([name, values]) => {
    const limit = LIMITS[name.replace(/^.*: /, '')];
    return limit === undefined ? [] : [flatnessOf(name, values, limit)];
  });
}

/** @param left what is still to come */
async function settled(left: () => Promise<number>): Promise<void> {
  const end = performance.now() + SETTLE_SECONDS * 1000;
  while ((await left()) > 0 && performance.now() < end) await pause(250);
}

/** {@link settled}, and counted into statistics, which happens every few seconds. */
const counted = (world: SoakWorld): Promise<void> =>
  settled(async () => (await world.unfinished()) + (await world.uncounted()));

/** Operations a second that are carried, delivery of their events included. Also fills pools and compiles code. */
async function capacity(world: SoakWorld, load: SoakLoad): Promise<number> {
  const delivered = () => settled(() => world.unfinished());
  await load.burst(BURST);
  await delivered();
  const begun = performance.now();
  await load.burst(BURST);
  await delivered();
  return (BURST * 1000) / (performance.now() - begun);
}

async function soak(world: SoakWorld): Promise<Outcome> {
  const hooks = await world.hookAll();
  const load = await SoakLoad.open(world, hooks.get('gone') ?? '');
  // Wait until everything so far is delivered: nothing may change while the books are opened.
  await counted(world);
  const opening = await openBooks(world);
  const carried = await capacity(world, load);
  const perSecond = Math.min(MAX_A_SECOND, carried * PART_OF_CAPACITY);
  const stop = new AbortController();
  const warmUp = Math.max(25, (MINUTES * 60) / 8);
  const running = load.run(perSecond, stop.signal);
  say(`${carried.toFixed(0)} operations/s carried; ${perSecond.toFixed(1)}/s offered. Warming up for ${warmUp} s.`);
  await pause(warmUp * 1000);
  const watch = new Watch(world);
  await watch.run(MINUTES * 60 - warmUp);
  stop.abort();
  await running;
  await counted(world);
  const flatness = judge(watch.series);
  const tables = await tableGrowth(world, opening, load.done);
  const books = await balances(world, hooks.get('well') ?? '');
  const heard = MANNERS.filter((manner) => world.receiver.calls[manner] === 0);
  const complaints = world.processes.flatMap((one) => one.complaints.map((line) => `${one.name}: ${line}`));
  const codes = await world.drain();
  const faults = [
    ...load.failures,
    ...heard.map((manner) => `the receiver that is ${manner} was never called`),
    ...Object.entries(codes).flatMap(([name, code]) => (code === 0 ? [] : [`${name} ended with ${code}`])),
  ];
  const facts = {
    minutes: MINUTES,
    warmUpSeconds: warmUp,
    samples: watch.series.get('api: heapMb')?.length,
    cpus: cpus().length,
    node: process.version,
    carriedPerSecond: Math.round(carried),
    offeredPerSecond: Number(perSecond.toFixed(1)),
    held: load.held,
    failed: load.failed,
    done: load.done,
    calls: world.receiver.calls,
    complaints,
  };
  const isRight = tables.every((table) => table.isRight) && books.every((balance) => balance.isRight);
  const isFlat = isRight && flatness.every((each) => each.isFlat) && faults.length === 0 && load.failed === 0;
  return { isFlat, flatness, tables, balances: books, faults, facts };
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

const mark = (isRight: boolean): string => (isRight ? 'yes' : '**NO**');

function tablesOf({ flatness, tables, balances: books, faults, facts }: Outcome): string {
  const figure = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(1));
  return [
    '| held | at first | at last | grown | an hour | allowed | flat |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...flatness.map(({ name, first, last, growth, growthAnHour, allowed, isFlat }) => {
      const figures = [first, last, growth, growthAnHour, allowed].map(figure);
      return `| ${[name, ...figures, mark(isFlat)].join(' | ')} |`;
    }),
    '',
    '| table | rows | grown | explained | right |',
    '| --- | --- | --- | --- | --- |',
    ...tables
      .filter(({ grown, isRight }) => grown !== 0 || !isRight)
      .map(({ table, rows, grown, explained: [least, most], isRight }) => {
        return `| ${table} | ${rows} | ${grown} | ${least === most ? least : `${least} to ${most}`} | ${mark(isRight)} |`;
      }),
    '',
    '| books | expected | found | right |',
    '| --- | --- | --- | --- |',
    ...books.map(({ what, expected, found, isRight }) => `| ${what} | ${expected} | ${found} | ${mark(isRight)} |`),
    '',
    JSON.stringify(facts),
    ...faults.map((fault) => `FAULT: ${fault}`),
  ].join('\n');
}

export async function main(): Promise<void> {
  if (!(MINUTES >= 1)) throw new RangeError('the minutes must be 1 or more');
  const world = await SoakWorld.start(LEAKS);
  try {
    const outcome = await soak(world);
    const folder = join(__dirname, 'results');
    const file = join(folder, `soak-${MINUTES}.figures.json`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, `${JSON.stringify(outcome, null, 2)}\n`);
    say(`\n${tablesOf(outcome)}\n\nThe figures are in ${file}.`);
    say(outcome.isFlat ? 'Flat.' : 'NOT FLAT.');
    process.exitCode = outcome.isFlat ? 0 : 1;
  } finally {
    await world.close();
  }
}
