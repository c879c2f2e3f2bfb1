import * as fc from 'fast-check';
import { heededRetryAfter, nextTryIn, parseRetryAfter, scheduleOfSeconds } from './delivery-schedule';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const DAY_MS = 86_400_000;
/** The default of WEBHOOK_SCHEDULE (webhooks.md 11). */
const SECONDS = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
const SCHEDULE = scheduleOfSeconds(SECONDS);
const noJitter = (): number => 0;

describe('the schedule of tries', () => {
  it('has a wait before each try, and none after the last', () => {
    const waits = Array.from({ length: 11 }, (_, triesUsed) =>
      nextTryIn({ schedule: SCHEDULE, triesUsed, random: noJitter }),
    );
    expect(waits).toEqual([...SECONDS.map((step) => step * 1000), null]);
  });

  it.each([
    [0, 300_000],
    [0.5, 330_000],
    [0.999999, 359_999],
  ])('adds up to a fifth at random: %p', (random, wait) => {
    expect(nextTryIn({ schedule: SCHEDULE, triesUsed: 2, random: () => random })).toBe(wait);
  });

  it('waits for the longer of the step and the Retry-After of the receiver', () => {
    const arbitrary = [fc.nat(9), fc.double({ min: 0, max: 0.99, noNaN: true }), fc.nat(2 * DAY_MS)] as const;
    fc.assert(
      fc.property(...arbitrary, (triesUsed, random, retryAfterMs) => {
        const step = SCHEDULE[triesUsed] ?? 0;
        const wait = nextTryIn({ schedule: SCHEDULE, triesUsed, random: () => random, retryAfterMs }) ?? -1;
        expect(wait).toBe(Math.max(Math.floor(step * (1 + 0.2 * random)), Math.min(retryAfterMs, DAY_MS)));
        expect(wait).toBeGreaterThanOrEqual(step);
      }),
    );
  });

  it('does not make a receiver that asks for more time worth more tries', () => {
    expect(nextTryIn({ schedule: [0, 1], triesUsed: 2, random: noJitter, retryAfterMs: 1000 })).toBeNull();
  });

  it('can be configured in seconds', () => {
    expect(scheduleOfSeconds([0, 0.25, 90])).toEqual([0, 250, 90_000]);
  });

  it.each([
    [[], 'a delivery schedule needs at least one step'],
    [[-1], 'the steps of a delivery schedule are seconds, 0 or more'],
    [[0, NaN], 'the steps of a delivery schedule are seconds, 0 or more'],
    [[0, Infinity], 'the steps of a delivery schedule are seconds, 0 or more'],
  ])('cannot be %p', (steps, message) => {
    expect(() => scheduleOfSeconds(steps)).toThrow(new RangeError(message));
  });
});

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['7', 7000],
    [' 120 ', 120_000],
    ['86400', DAY_MS],
    ['86401', DAY_MS],
    ['99999999999999999999999999', DAY_MS],
    ['Sun, 01 Mar 2026 12:00:30 GMT', 30_000],
    ['Sunday, 01-Mar-26 12:01:00 GMT', 60_000],
    ['Sun Mar  1 12:02:00 2026', 120_000],
    ['Sun, 01 Mar 2026 11:59:59 GMT', 0],
    ['Tue, 01 Jan 2036 00:00:00 GMT', DAY_MS],
    ['-5', null],
    ['1.5', null],
    ['5 seconds', null],
    ['1e3', null],
    ['0x10', null],
    ['soon', null],
    ['', null],
    ['2026-03-01T12:00:30Z', null],
    ['Sun, 01 Mar 2026 12:00:30 PST', null],
    ['Sun, 01 Mar 2026 25:61:61 GMT', null],
    ['Infinity', null],
    ['٣', null],
  ])('%p asks for %p ms', (header, ms) => {
    expect(parseRetryAfter(header, NOW)).toBe(ms);
  });

  it.each([
    [429, '7', 7000],
    [503, '7', 7000],
    [500, '7', null],
    [404, '7', null],
    [429, null, null],
  ])('of a %p with %p is worth %p ms', (status, header, ms) => {
    expect(heededRetryAfter(status, header, NOW)).toBe(ms);
  });
});
