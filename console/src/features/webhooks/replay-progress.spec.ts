import { type Going, replayProgress } from './replay-progress';

const BEFORE: Going = {
  consecutive_failures: 90,
  last_success_at: '2026-03-01 11:00:00',
  deliveries_pending: 5,
  deliveries_waiting: 5,
};
const LATER = '2026-03-01 12:00:00';

describe('the progress of a replay of 42 deliveries', () => {
  it.each<[string, Partial<Going>, ReturnType<typeof replayProgress>]>([
    ['none is sent yet', { deliveries_pending: 47 }, { delivered: 0, failed: 0, left: 42 }],
    [
      'the receiver still fails',
      { consecutive_failures: 130, deliveries_pending: 47, deliveries_waiting: 45 },
      { delivered: 0, failed: 40, left: 2 },
    ],
    ['the receiver does not even leave retries', { consecutive_failures: 132 }, { delivered: 0, failed: 42, left: 0 }],
    [
      'the receiver took all',
      { consecutive_failures: 0, last_success_at: LATER },
      { delivered: 42, failed: 0, left: 0 },
    ],
    [
      'the receiver took some, those that waited too',
      { consecutive_failures: 0, last_success_at: LATER, deliveries_pending: 3, deliveries_waiting: 2 },
      { delivered: 41, failed: 0, left: 1 },
    ],
    [
      'the receiver took some and failed again',
      { consecutive_failures: 1, last_success_at: LATER, deliveries_pending: 15, deliveries_waiting: 15 },
      { delivered: 32, failed: 10, left: 0 },
    ],
    [
      'events that happen meanwhile wait, too',
      { consecutive_failures: 190, deliveries_pending: 105, deliveries_waiting: 105 },
      { delivered: 0, failed: 42, left: 0 },
    ],
  ])('while %s', (_, now, progress) => {
    expect(replayProgress(42, BEFORE, { ...BEFORE, ...now })).toEqual(progress);
  });
});
