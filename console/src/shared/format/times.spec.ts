import { dayStart } from './times';

describe('when a day of a time zone begins, as the API writes times', () => {
  it.each([
    ['2026-02-28', 'UTC', '2026-02-28 00:00:00'],
    // The days on which the clock goes back and forward, and those after them.
    ['2026-04-05', 'Pacific/Auckland', '2026-04-04 11:00:00'],
    ['2026-04-06', 'Pacific/Auckland', '2026-04-05 12:00:00'],
    ['2026-09-27', 'Pacific/Auckland', '2026-09-26 12:00:00'],
    ['2026-09-28', 'Pacific/Auckland', '2026-09-27 11:00:00'],
    ['2026-02-28', 'Asia/Kathmandu', '2026-02-27 18:15:00'],
    ['2026-03-08', 'America/St_Johns', '2026-03-08 03:30:00'],
    ['2026-12-31', 'Pacific/Kiritimati', '2026-12-30 10:00:00'],
    ['2026-12-31', 'Etc/GMT+12', '2026-12-31 12:00:00'],
  ])('%s in %s', (day, zone, start) => {
    expect(dayStart(day, zone)).toBe(start);
  });
});
