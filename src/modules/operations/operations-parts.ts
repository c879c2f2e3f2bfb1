import { wireTime } from '../../kernel/clock';
import { type SequenceFigures } from '../../platform/events/sequence-figures';
import { type Job } from '../../platform/jobs/job.entity';
import { type RetentionRun } from '../../platform/retention/retention-run.entity';
import { type DeliveryFigures, type WorkerFigures } from '../webhooks/delivery-figures.service';
import { type OperationsRecord } from './operations.record';

/** The attempts of five minutes. */
interface Slot {
  readonly from: Date;
  readonly delivered: number;
  readonly failed: number;
  readonly isEstimate: boolean;
}

function secondsSince(instant: Date | null, now: Date): number | null {
  return instant === null ? null : Math.max(0, Math.round((now.getTime() - instant.getTime()) / 1000));
}

/** @param countedTo where the counts stopped */
export function deliveriesRecord(
  { due, underWay, oldest, waiting, dead }: DeliveryFigures,
  countedTo: number,
  now: Date,
): OperationsRecord['deliveries'] {
  return { due, under_way: underWay, oldest_age: secondsSince(oldest, now), waiting, dead, counted_to: countedTo };
}

/** The sums of slots, per second of the time that they cover until now. */
export function hourRecord(slots: readonly Slot[], now: Date): OperationsRecord['last_hour'] {
  const [delivered, failed] = [sumOf(slots, 'delivered'), sumOf(slots, 'failed')];
  const seconds = Math.max(1, (now.getTime() - (slots[0]?.from.getTime() ?? 0)) / 1000);
  const attempts = delivered + failed;
  return {
    delivered,
    failed,
    throughput: rounded(attempts / seconds),
    failure_rate: attempts === 0 ? null : rounded(failed / attempts),
    slots: slots.map((slot) => ({
      from: wireTime(slot.from),
      delivered: slot.delivered,
      failed: slot.failed,
      is_estimate: slot.isEstimate,
    })),
  };
}

function sumOf(slots: readonly Slot[], field: 'delivered' | 'failed'): number {
  return slots.reduce((sum, slot) => sum + slot[field], 0);
}

/** Four decimals are enough for a chart. */
function rounded(figure: number): number {
  return Math.round(figure * 10_000) / 10_000;
}

export function workerRecord({ id, beatAt }: WorkerFigures, now: Date): OperationsRecord['workers'][number] {
  return { id, heartbeat_age: secondsSince(beatAt, now) };
}

export function sequencerRecord(
  { position, waiting, oldest }: SequenceFigures,
  now: Date,
): OperationsRecord['sequencer'] {
  return { position, waiting, oldest_age: secondsSince(oldest, now) };
}

const timeOrNull = (instant: Date | null): string | null => (instant === null ? null : wireTime(instant));

export function retentionRecord(run: RetentionRun): OperationsRecord['retention'][number] {
  return {
    kind: run.kind,
    last_success_at: timeOrNull(run.lastSuccessAt),
    last_failure_at: timeOrNull(run.lastFailureAt),
    removed: run.removed,
    keeps_s: run.keptSeconds,
  };
}

export function jobRecord(
  job: Pick<Job, 'id' | 'kind' | 'state' | 'done' | 'failed' | 'total' | 'createdAt' | 'startedAt'>,
): OperationsRecord['jobs'][number] {
  const { id, kind, state, done, failed, total, createdAt, startedAt } = job;
  return {
    id,
    kind,
    state,
    done,
    failed,
    total,
    created_at: wireTime(createdAt),
    started_at: timeOrNull(startedAt),
  };
}
