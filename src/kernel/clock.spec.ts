import * as fc from 'fast-check';
import { monotonicMs, SystemClock, wireTime } from './clock';

const asBefore = (instant: Date): string => instant.toISOString().slice(0, 19).replace('T', ' ');

describe('the time that the API shows', () => {
  it('is the instant in UTC, to the second, also after another day was shown', () => {
    const years = { min: new Date('0000-01-01T00:00:00.000Z'), max: new Date('9999-12-31T23:59:59.999Z') };
    const instants = fc.array(fc.date({ ...years, noInvalidDate: true }), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(instants, (all) => expect(all.map(wireTime)).toEqual(all.map(asBefore))),
      { seed: 1763702800 },
    );
  });

  it.each([
    ['2026-01-31T00:00:00.000Z', '2026-01-31 00:00:00'],
    ['2026-01-31T23:59:59.999Z', '2026-01-31 23:59:59'],
    ['2026-02-01T00:00:00.000Z', '2026-02-01 00:00:00'],
    ['1969-12-31T23:59:59.999Z', '1969-12-31 23:59:59'],
  ])('%s is %s', (text, shown) => expect(wireTime(new Date(text))).toBe(shown));

  it('is none for what is no instant', () => {
    expect(() => wireTime(new Date(NaN))).toThrow(RangeError);
  });
});

describe('the clock', () => {
  it("is the machine's own", () => {
    const before = Date.now();
    const now = new SystemClock().now().getTime();
    expect([before <= now, now <= Date.now()]).toEqual([true, true]);
  });

  it('measures from the start of the process, and never goes back', () => {
    const readings = Array.from({ length: 100 }, monotonicMs);
    expect(readings).toEqual([...readings].sort((a, b) => a - b));
    expect(Math.abs(performance.now() - (readings[0] ?? NaN))).toBeLessThan(60_000);
  });
});
