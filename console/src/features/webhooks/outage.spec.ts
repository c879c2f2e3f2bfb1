import { lastOutage } from './outage';

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
