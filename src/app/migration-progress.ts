import { type DataSource, type QueryRunner } from 'typeorm';
import { monotonicMs } from '../kernel/clock';

/** Interval between two lines, and after which a migration is worth one. */
const LINE_MS = 10_000;
/** Interval between two states of the bar on a terminal. */
const BAR_MS = 200;
const BAR_WIDTH = 20;

/** Where progress is written to: standard error. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** The rows that a migration goes through. */
export interface RowsAhead {
  readonly table: string;
  readonly count: number;
}

interface Step {
  readonly name: string;
  readonly rows: RowsAhead | undefined;
  readonly startedAt: number;
  done: number;
  toldAt: number;
}

/** Tells how far migrations are: as a bar on a terminal, else by a line every 10 seconds. Migrations that take less are not told. */
export class MigrationProgress {
  private step: Step | undefined;
  private timer: NodeJS.Timeout | undefined;
  private hasBar = false;

  constructor(
    private readonly output: ProgressOutput,
    private readonly elapsed: () => number = monotonicMs,
  ) {}

  begin(name: string, rows: RowsAhead | undefined): void {
    const startedAt = this.elapsed();
    this.step = { name, rows, startedAt, done: 0, toldAt: startedAt };
    this.timer = setInterval(() => this.tell(), this.intervalMs).unref();
  }

  /** @param count rows that were gone through since the last call */
  went(count: number): void {
    if (this.step === undefined) return;
    this.step.done += count;
    this.tell();
  }

  end(): void {
    clearInterval(this.timer);
    const { step } = this;
    this.step = undefined;
    if (step === undefined) return;
    if (this.hasBar) this.output.write('\r\x1b[K');
    this.hasBar = false;
    const took = this.elapsed() - step.startedAt;
    if (took >= LINE_MS) this.output.write(`${step.name}: done in ${spoken(took)}\n`);
  }

  private get intervalMs(): number {
    return this.output.isTTY === true ? BAR_MS : LINE_MS;
  }

  private tell(): void {
    const { step } = this;
    const now = this.elapsed();
    if (step === undefined || now - step.toldAt < this.intervalMs) return;
    step.toldAt = now;
    if (this.output.isTTY !== true) {
      this.output.write(`${step.name}: ${stateOf(step, now)}\n`);
      return;
    }
    this.hasBar = true;
    const line = `${step.name} ${barOf(step)}${stateOf(step, now)}`;
    this.output.write(`\r${line.slice(0, (this.output.columns ?? 80) - 1)}\x1b[K`);
  }
}

function barOf({ rows, done }: Step): string {
  if (rows === undefined || done === 0) return '';
  const full = Math.round((BAR_WIDTH * Math.min(done, rows.count)) / Math.max(rows.count, 1));
  return `[${'#'.repeat(full)}${'-'.repeat(BAR_WIDTH - full)}] `;
}

function stateOf({ rows, done, startedAt }: Step, now: number): string {
  const took = now - startedAt;
  if (rows === undefined) return `at work for ${spoken(took)}`;
  const of = `about ${grouped(Math.max(rows.count, done))} rows of ${rows.table}`;
  // The server tells nothing of an index that it makes.
  if (done === 0) return `at work for ${spoken(took)} on ${of}`;
  const perSecond = Math.max((1000 * done) / Math.max(took, 1), 0.1);
  const left = (1000 * Math.max(rows.count - done, 0)) / perSecond;
  return `${grouped(done)} of ${of}, ${grouped(Math.round(perSecond))} a second, about ${spoken(left)} left`;
}

/** `40 s`, `11 min`, `2 h 5 min`. */
export function spoken(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export const grouped = (count: number): string => count.toLocaleString('en-GB');

/** The progress of the migrations of a database, if somebody wants to know. */
const told = new WeakMap<DataSource, MigrationProgress>();

/** Tells of the migrations of a database from now on. */
export function tellProgress(dataSource: DataSource, progress: MigrationProgress): void {
  told.set(dataSource, progress);
}

/** Called by a migration that goes through rows, after each batch. */
export function wentThrough(runner: QueryRunner, count: number): void {
  told.get(runner.dataSource)?.went(count);
}
