import { lastOutage, missedSince } from './outage';

/** Events of a webhook, the newest first, by the minute and whether it was enabled. */
const changes = (...all: readonly (readonly [minute: number, key: 0 | 1])[]) =>
  all.map(([minute, key]) => ({ occurred_at: `12:0${minute}`, data: { enabled: { data: { key } } } }));

describe('the last outage of a webhook', () => {
  it.each([
    ['none', changes([1, 1]), undefined],
    ['no events', [], undefined],
    ['one that lasts', changes([2, 0], [1, 1]), { since: '12:02', until: null }],
    ['one that lasts, with changes in it', changes([4, 0], [3, 0], [2, 0], [1, 1]), { since: '12:02', until: null }],
    ['one that is over', changes([5, 1], [4, 1], [3, 0], [2, 0], [1, 1]), { since: '12:02', until: '12:04' }],
    ['the last of two', changes([5, 1], [4, 0], [3, 1], [2, 0], [1, 1]), { since: '12:04', until: '12:05' }],
    ['disabled from the first event on', changes([2, 0], [1, 0]), { since: '12:01', until: null }],
  ])('%s', (_, events, outage) => expect(lastOutage(events)).toEqual(outage));
});

describe('the first event that was missed in an outage', () => {
  const OUTAGE = '2026-01-31 12:00:00';
  const cancelled = (occurred: string, updated: string) => ({
    occurred_at: `2026-01-${occurred}`,
    updated_at: `2026-01-${updated}`,
  });
  it.each([
    ['no delivery was cancelled', [], OUTAGE],
    ['of one that waited for a retry', [cancelled('29 10:00:00', '31 12:00:00')], '2026-01-29 10:00:00'],
    ['of the answer that disabled it', [cancelled('31 11:59:58', '31 11:59:59')], '2026-01-31 11:59:58'],
    [
      'not of one that an outage before had cancelled',
      [cancelled('28 10:00:00', '28 12:00:00'), cancelled('31 11:00:00', '31 12:00:00')],
      '2026-01-31 11:00:00',
    ],
    ['not one of later', [cancelled('31 12:00:05', '31 12:00:06')], OUTAGE],
  ])('%s', (_, deliveries, since) => expect(missedSince(OUTAGE, '2026-01-31 11:59:00', deliveries)).toBe(since));
});
