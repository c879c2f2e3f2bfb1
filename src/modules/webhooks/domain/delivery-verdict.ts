import { type AttemptOutcome, failureCode, isSuccess } from './attempt-outcome';
import { type DeliverySchedule, heededRetryAfter, nextTryIn } from './delivery-schedule';

/** The states of a delivery (webhooks.md 9). */
export const DELIVERY_STATES = ['pending', 'delivered', 'dead', 'cancelled', 'blocked'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Every move there is. Only a resend or a replay leads back to `pending` (webhooks.md 15). */
const MOVES = {
  pending: ['delivered', 'dead', 'cancelled', 'blocked'],
  delivered: ['pending'],
  dead: ['pending'],
  cancelled: ['pending'],
  blocked: ['pending'],
} as const satisfies Record<DeliveryState, readonly DeliveryState[]>;

/** Returns whether a delivery may change from one state to another. A retry is no change: the delivery stays `pending`. */
export function canMove(from: DeliveryState, to: DeliveryState): boolean {
  const moves: readonly DeliveryState[] = MOVES[from];
  return moves.includes(to);
}

/** The state of a delivery after an attempt, and whether its webhook is disabled. */
export interface Verdict {
  readonly state: DeliveryState;
  /** The code API users see (webhooks.md 18); null when delivered. */
  readonly code: string | null;
  /** Milliseconds until the next try; a number exactly when the state is `pending`. */
  readonly retryInMs: number | null;
  /** The receiver is gone for good (410): the webhook itself is to be disabled. */
  readonly disablesWebhook: boolean;
}

/** The values that decide a verdict besides the outcome. */
export interface VerdictInput {
  readonly schedule: DeliverySchedule;
  /** Tries made, this one included. */
  readonly triesUsed: number;
  /** When the attempt ended: an HTTP date in `Retry-After` counts from here. */
  readonly now: Date;
  /** A number from 0 up to, not including, 1. */
  readonly random: () => number;
}

/**
 * Decides the state after an attempt: 2xx delivered; 410 cancelled and the webhook disabled; a refused address blocked;
 * anything else retried until no attempt is left. Redirects are retried but never followed (webhooks.md 11, 12): a
 * receiver that is being moved may send them for a while.
 */
export function judgeAttempt(outcome: AttemptOutcome, input: VerdictInput): Verdict {
  const code = failureCode(outcome);
  if (outcome.outcome === 'error') {
    return outcome.code === 'address_refused' ? ended('blocked', code) : triedAgain(code, null, input);
  }
  const { status } = outcome;
  if (isSuccess(status)) return ended('delivered', null);
  if (status === 410) return { ...ended('cancelled', code), disablesWebhook: true };
  return triedAgain(code, heededRetryAfter(status, outcome.retryAfter, input.now), input);
}

function ended(state: DeliveryState, code: string | null): Verdict {
  return { state, code, retryInMs: null, disablesWebhook: false };
}

function triedAgain(code: string | null, retryAfterMs: number | null, input: VerdictInput): Verdict {
  const retryInMs = nextTryIn({ ...input, retryAfterMs });
  return retryInMs === null ? ended('dead', code) : { ...ended('pending', code), retryInMs };
}

/** Leases that a delivery may lose in a row before it is given up (webhooks.md 9). */
const MAX_LOST_LEASES = 5;

/** Decides the state of a delivery whose worker vanished: due at once, or `dead` after five times in a row. */
export function judgeLostLease(lostInARow: number): Verdict {
  return lostInARow >= MAX_LOST_LEASES
    ? ended('dead', 'lease_lost')
    : { ...ended('pending', 'lease_lost'), retryInMs: 0 };
}

const FAILING_DAYS = 5;
const FAILING_TRIES = 10;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Failures of a webhook since its last successful attempt. */
export interface FailureRun {
  /** The first failed attempt since the last success; null when the last attempt succeeded or there was none. */
  readonly failingSince: Date | null;
  /** Failed attempts since then, over all its deliveries. */
  readonly failures: number;
}

/** Whether a webhook has failed for five days and at least ten tries, and is to be disabled (webhooks.md 13). */
export function isFailingTooLong(run: FailureRun, now: Date): boolean {
  if (run.failingSince === null || run.failures < FAILING_TRIES) return false;
  return now.getTime() - run.failingSince.getTime() >= FAILING_DAYS * DAY_MS;
}
