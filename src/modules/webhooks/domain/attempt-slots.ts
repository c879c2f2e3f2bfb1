/** Five minutes in milliseconds: the length of a slot. */
export const SLOT_MS = 300_000;
const SLOTS = 12;

/** A part of the last hour. */
export interface Slot {
  readonly from: Date;
  /** Its end, or now in the one that is not over. */
  readonly to: Date;
}

/** The attempts that were read of a slot: its first ones, up to a limit. */
export interface SlotSample {
  readonly attempts: number;
  readonly failed: number;
  /** When the last of them was made; null: none was. */
  readonly last: Date | null;
}

/** The attempts of a slot. */
export interface SlotFigures {
  readonly from: Date;
  readonly delivered: number;
  readonly failed: number;
  /** Whether there were more than the limit, so that the counts are scaled up from those. */
  readonly isEstimate: boolean;
}

/** The slots of the last hour, oldest first; the last one is under way. */
export function slotsUntil(now: Date): Slot[] {
  const current = Math.floor(now.getTime() / SLOT_MS) * SLOT_MS;
  return Array.from({ length: SLOTS }, (_, i) => {
    const from = current - (SLOTS - 1 - i) * SLOT_MS;
    return { from: new Date(from), to: new Date(Math.min(from + SLOT_MS, now.getTime())) };
  });
}

/**
 * The figures of a slot from its first attempts. If these reach the limit, the time that they took tells how many fit into the
 * whole slot: exact counts would read millions of rows on a busy store.
 */
export function figuresOf({ from, to }: Slot, { attempts, failed, last }: SlotSample, limit: number): SlotFigures {
  const isEstimate = attempts >= limit && last !== null;
  const took = isEstimate ? Math.max(1, last.getTime() - from.getTime()) : 1;
  const times = isEstimate ? Math.max(1, (to.getTime() - from.getTime()) / took) : 1;
  const failures = Math.round(failed * times);
  return { from, delivered: Math.round(attempts * times) - failures, failed: failures, isEstimate };
}
