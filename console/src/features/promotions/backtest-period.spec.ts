import { lastDays, lastWeek, windowOf } from './backtest-period';

describe('the days of a back-test', () => {
  it.each([
    ['2026-03-02T08:00:00', '2026-02-23', '2026-03-01'],
    ['2026-03-05T00:00:00', '2026-02-23', '2026-03-01'],
    ['2026-03-08T23:59:59', '2026-02-23', '2026-03-01'],
    ['2026-03-09T00:00:00', '2026-03-02', '2026-03-08'],
    ['2027-01-01T12:00:00', '2026-12-21', '2026-12-27'],
  ])('of the week before %s are those from Monday %s to Sunday %s', (now, from, to) => {
    expect(lastWeek(new Date(now))).toEqual({ from, to });
  });

  it('are the last ones with today', () => {
    expect(lastDays(7, new Date('2026-03-05T23:30:00'))).toEqual({ from: '2026-02-27', to: '2026-03-05' });
    expect(lastDays(1, new Date('2026-03-05T00:30:00'))).toEqual({ from: '2026-03-05', to: '2026-03-05' });
  });

  it("begin and end in the viewer's zone", () => {
    const utc = (local: string): string => new Date(local).toISOString().slice(0, 19).replace('T', ' ');
    expect(windowOf({ from: '2026-03-01', to: '2026-03-07' })).toEqual({
      from: utc('2026-03-01T00:00:00'),
      to: utc('2026-03-07T23:59:59'),
    });
    expect(windowOf({ from: '', to: '' })).toEqual({});
  });
});
