import { dayIn, endOfDay, localTime, startOfDay } from './local-time';

describe('the wall clock of the store', () => {
  it.each([
    ['2026-03-31T21:59:59Z', 'Europe/Berlin', '2026-03-31', '23', '2', 'tuesday'],
    ['2026-03-31T22:00:00Z', 'Europe/Berlin', '2026-04-01', '0', '3', 'wednesday'],
    ['2026-03-01T04:59:59Z', 'America/New_York', '2026-02-28', '23', '6', 'saturday'],
    ['2026-03-01T12:00:00Z', 'UTC', '2026-03-01', '12', '7', 'sunday'],
    ['2026-03-01T18:30:00Z', 'Asia/Kolkata', '2026-03-02', '0', '1', 'monday'],
    ['2026-03-29T00:59:59Z', 'Europe/Berlin', '2026-03-29', '1', '7', 'sunday'],
    ['2026-03-29T01:00:00Z', 'Europe/Berlin', '2026-03-29', '3', '7', 'sunday'],
  ])('at %s in %s', (instant, zone, date, hour, weekday, weekdayName) => {
    expect(localTime(new Date(instant), zone)).toEqual({ date, hour, weekday, weekdayName });
  });

  it('tells two zones and two minutes apart, however they are asked for', () => {
    const at = (instant: string, zone: string) => localTime(new Date(instant), zone).date;
    const late = '2026-06-30T23:59:59.999Z';
    const midnight = '2026-07-01T00:00:00Z';
    expect([at(late, 'UTC'), at(midnight, 'UTC'), at(late, 'UTC'), at(late, 'Asia/Tokyo')]).toEqual([
      '2026-06-30',
      '2026-07-01',
      '2026-06-30',
      '2026-07-01',
    ]);
  });

  it('refuses a zone that does not exist, and an instant that is none', () => {
    expect(() => localTime(new Date(0), 'Mars/Olympus')).toThrow(RangeError);
    expect(() => localTime(new Date(Number.NaN), 'UTC')).toThrow(RangeError);
  });
});

describe('promotions.md 36: the last instant of a day', () => {
  it.each([
    ['2026-03-31', 'UTC', '2026-03-31T23:59:59.999Z'],
    ['2026-03-31', 'Europe/Berlin', '2026-03-31T21:59:59.999Z'],
    // The days on which the clock goes forward and back: 23 and 25 hours.
    ['2026-03-29', 'Europe/Berlin', '2026-03-29T21:59:59.999Z'],
    ['2026-10-25', 'Europe/Berlin', '2026-10-25T22:59:59.999Z'],
    ['2026-02-28', 'Asia/Kathmandu', '2026-02-28T18:14:59.999Z'],
    ['2024-02-29', 'America/St_Johns', '2024-03-01T03:29:59.999Z'],
    // The zones furthest from UTC.
    ['2026-12-31', 'Pacific/Kiritimati', '2026-12-31T09:59:59.999Z'],
    ['2026-12-31', 'Etc/GMT+12', '2027-01-01T11:59:59.999Z'],
    // Samoa left out 30 December 2011.
    ['2011-12-29', 'Pacific/Apia', '2011-12-30T09:59:59.999Z'],
  ])('%s in %s is %s', (day, zone, instant) => {
    expect(endOfDay(day, zone).toISOString()).toBe(instant);
    expect([0, 1].map((later) => localTime(new Date(Date.parse(instant) + later), zone).date > day)).toEqual([
      false,
      true,
    ]);
  });

  it('is found for the last day with four digits of a year, or an instant after it', () => {
    // By then it has ended in the zone furthest behind UTC.
    const ends = ['UTC', 'Pacific/Kiritimati', 'Etc/GMT+12'].map((zone) => endOfDay('9999-12-31', zone).toISOString());
    expect(ends).toEqual(Array(3).fill('+010000-01-01T14:00:00.000Z'));
    expect(endOfDay('9998-12-31', 'UTC').toISOString()).toBe('9998-12-31T23:59:59.999Z');
  });
});

describe('storefront.md 13: the days of a zone', () => {
  it.each([
    ['2026-03-31', 'UTC', '2026-03-31T00:00:00.000Z'],
    // The days on which the clock goes forward and back: 23 and 25 hours.
    ['2026-09-27', 'Pacific/Auckland', '2026-09-26T12:00:00.000Z'],
    ['2026-09-28', 'Pacific/Auckland', '2026-09-27T11:00:00.000Z'],
    ['2026-04-05', 'Pacific/Auckland', '2026-04-04T11:00:00.000Z'],
    ['2026-04-06', 'Pacific/Auckland', '2026-04-05T12:00:00.000Z'],
    ['2026-02-28', 'Asia/Kathmandu', '2026-02-27T18:15:00.000Z'],
    ['2026-03-08', 'America/St_Johns', '2026-03-08T03:30:00.000Z'],
    // The clock goes forward at midnight: the day begins at 1.
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
    ['2026-12-31', 'Pacific/Kiritimati', '2026-12-30T10:00:00.000Z'],
    ['2026-12-31', 'Etc/GMT+12', '2026-12-31T12:00:00.000Z'],
  ])('%s in %s begins at %s', (day, zone, instant) => {
    expect(startOfDay(day, zone).toISOString()).toBe(instant);
    expect([-1, 0].map((later) => dayIn(new Date(Date.parse(instant) + later), zone) < day)).toEqual([true, false]);
  });

  it.each(['Pacific/Auckland', 'Asia/Kathmandu', 'America/St_Johns'])(
    'in %s are the dates of its clock, read in any order',
    (zone) => {
      const first = Date.parse('2026-09-25T00:00:00Z');
      const instants = Array.from({ length: 4 * 24 * 12 }, (_, i) => new Date(first + i * 300_000 - 1));
      const dates = instants.map((instant) => localTime(instant, zone).date);
      expect(instants.map((instant) => dayIn(instant, zone))).toEqual(dates);
      expect([...instants].reverse().map((instant) => dayIn(instant, zone))).toEqual([...dates].reverse());
    },
  );

  it('begin with the next one where the zone left a day out', () => {
    const [left, next] = ['2011-12-30', '2011-12-31'].map((day) => startOfDay(day, 'Pacific/Apia').toISOString());
    expect([left, next]).toEqual(Array(2).fill('2011-12-30T10:00:00.000Z'));
  });

  it('are those of UTC before there were zones, and have years of any length', () => {
    const days = ['0000-01-01T10:00:00Z', '1500-02-28T23:59:59Z', '1899-12-31T23:59:59.999Z', '1900-01-01T00:00:00Z'];
    const at = [...days, '+010000-01-01T00:00:00Z'].map((time) => dayIn(new Date(time), 'Asia/Tokyo'));
    expect(at).toEqual(['0000-01-01', '1500-02-28', '1899-12-31', '1900-01-01', '10000-01-01']);
  });
});
