import { Injectable } from '@nestjs/common';
import { type EntityManager } from 'typeorm';
import { Clock } from '../../kernel/clock';
import { Transactions } from '../database/connection/transactions';
import { RetentionRun } from './retention-run.entity';
import { type RetentionTask } from './retention-task';

/** Interval in which the times of a table without old rows are written; passes may run every 5 seconds. */
const WRITE_MS = 60_000;

/** The part of a pass that is not written yet. */
interface Entry {
  succeededAt: Date | null;
  failedAt: Date | null;
  removed: number;
  keptSeconds: number | null;
  writtenMs: number;
}

/** The part of a task that a watch sees. */
type WatchedTask = Pick<RetentionTask, 'kind' | 'keptSeconds'>;

/** Called by the clean-up of old rows as it goes. */
export interface RetentionWatch {
  batchDone(task: WatchedTask, rows: number): void;
  batchFailed(task: WatchedTask): void;
  /** Called at the end of each pass. */
  passed(): Promise<void>;
}

/** Writes when each table was last cleaned up, for operators. One entry in memory for each kind of task. */
@Injectable()
export class RetentionBook implements RetentionWatch {
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  batchDone(task: WatchedTask, rows: number): void {
    const entry = this.entryOf(task);
    entry.succeededAt = this.clock.now();
    entry.removed += rows;
  }

  batchFailed(task: WatchedTask): void {
    this.entryOf(task).failedAt = this.clock.now();
  }

  async passed(): Promise<void> {
    const now = this.clock.now().getTime();
    const due = [...this.entries].filter(
      ([, { removed, failedAt, writtenMs }]) => removed > 0 || failedAt !== null || now - writtenMs >= WRITE_MS,
    );
    if (due.length === 0) return;
    await this.transactions.run(async (tx) => {
      for (const [kind, entry] of due) await write(tx, kind, entry);
    });
    for (const [, entry] of due) Object.assign(entry, { removed: 0, failedAt: null, writtenMs: now });
  }

  private entryOf({ kind, keptSeconds }: WatchedTask): Entry {
    const known = this.entries.get(kind);
    if (known !== undefined) return known;
    const entry: Entry = { succeededAt: null, failedAt: null, removed: 0, keptSeconds, writtenMs: -Infinity };
    this.entries.set(kind, entry);
    return entry;
  }
}

async function write(tx: EntityManager, kind: string, entry: Entry): Promise<void> {
  const { succeededAt, failedAt, removed, keptSeconds } = entry;
  const times = {
    ...(succeededAt === null ? {} : { lastSuccessAt: succeededAt }),
    ...(failedAt === null ? {} : { lastFailureAt: failedAt }),
  };
  const changed = { ...times, keptSeconds, removed: () => `removed + ${removed}` };
  const { affected } = await tx.update(RetentionRun, { kind }, changed);
  if (affected === 1) return;
  await tx.insert(RetentionRun, { kind, lastSuccessAt: succeededAt, lastFailureAt: failedAt, removed, keptSeconds });
}
