import { type AttemptOutcome, SEND_ERROR_CODES } from './attempt-outcome';
import { scheduleOfSeconds } from './delivery-schedule';
import {
  canMove,
  DELIVERY_STATES,
  isFailingTooLong,
  judgeAttempt,
  judgeLostLease,
  type Verdict,
} from './delivery-verdict';

const SCHEDULE = scheduleOfSeconds([0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]);
const NOW = new Date('2026-03-01T12:00:00.000Z');

const answer = (status: number, retryAfter: string | null = null): AttemptOutcome => ({
  outcome: 'response',
  status,
  retryAfter,
  head: '',
  ms: 3,
});

const judge = (outcome: AttemptOutcome, triesUsed = 1): Verdict =>
  judgeAttempt(outcome, { schedule: SCHEDULE, triesUsed, now: NOW, random: () => 0 });

describe('the states of a delivery', () => {
  it('move only as the table says', () => {
    const moves = DELIVERY_STATES.flatMap((from) =>
      DELIVERY_STATES.filter((to) => canMove(from, to)).map((to) => `${from} > ${to}`),
    );
    expect(moves).toEqual([
      'pending > delivered',
      'pending > dead',
      'pending > cancelled',
      'pending > blocked',
      'delivered > pending',
      'dead > pending',
      'cancelled > pending',
      'blocked > pending',
    ]);
  });
});

describe('the verdict on an attempt', () => {
  it.each([200, 201, 204, 299])('%p is delivered', (status) => {
    expect(judge(answer(status))).toEqual({ state: 'delivered', code: null, retryInMs: null, disablesWebhook: false });
  });

  it('410 cancels the delivery and disables the webhook', () => {
    const verdict = { state: 'cancelled', code: 'http_410', retryInMs: null, disablesWebhook: true };
    expect([judge(answer(410)), judge(answer(410), 10)]).toEqual([verdict, verdict]);
  });

  it.each([199, 300, 301, 302, 303, 304, 307, 308, 399, 400, 401, 404, 409, 411, 429, 500, 502, 503, 599])(
    '%p is tried again after the next step',
    (status) => {
      const code = `http_${status}`;
      expect(judge(answer(status))).toEqual({ state: 'pending', code, retryInMs: 5000, disablesWebhook: false });
    },
  );

  it.each([
    [429, 60_000],
    [503, 60_000],
    [500, 5000],
  ])('heeds the Retry-After of a %p', (status, retryInMs) => {
    expect(judge(answer(status, '60')).retryInMs).toBe(retryInMs);
    expect(judge(answer(status, 'Sun, 01 Mar 2026 12:01:00 GMT')).retryInMs).toBe(retryInMs);
  });

  it('blocks a refused address and tries again after every other error', () => {
    const states = SEND_ERROR_CODES.map((code) => [code, judge({ outcome: 'error', code, ms: 3 })]);
    const again = (code: string): Verdict => ({ state: 'pending', code, retryInMs: 5000, disablesWebhook: false });
    const blocked: Verdict = { state: 'blocked', code: 'address_refused', retryInMs: null, disablesWebhook: false };
    expect(states).toEqual(SEND_ERROR_CODES.map((code) => [code, code === 'address_refused' ? blocked : again(code)]));
  });

  it('is dead when the tries are used up, also by errors', () => {
    const dead = { state: 'dead', retryInMs: null, disablesWebhook: false };
    expect(judge(answer(500), 9)).toEqual({ ...dead, state: 'pending', code: 'http_500', retryInMs: 86_400_000 });
    expect(judge(answer(503, '5'), 10)).toEqual({ ...dead, code: 'http_503' });
    expect(judge({ outcome: 'error', code: 'deadline', ms: 1 }, 10)).toEqual({ ...dead, code: 'deadline' });
  });
});

describe('lost leases', () => {
  it('cost nothing until the fifth in a row', () => {
    const pending = { state: 'pending', code: 'lease_lost', retryInMs: 0, disablesWebhook: false };
    const dead = { state: 'dead', code: 'lease_lost', retryInMs: null, disablesWebhook: false };
    expect([1, 4, 5, 6].map(judgeLostLease)).toEqual([pending, pending, dead, dead]);
  });
});

describe('a webhook that only fails', () => {
  const fiveDaysAgo = new Date('2026-02-24T12:00:00.000Z');
  it.each([
    [fiveDaysAgo, 10, true],
    [fiveDaysAgo, 9, false],
    [new Date(fiveDaysAgo.getTime() + 1), 500, false],
    [null, 500, false],
  ])('since %p, %p times: to be disabled %p', (failingSince, failures, disabled) => {
    expect(isFailingTooLong({ failingSince, failures }, NOW)).toBe(disabled);
  });
});
