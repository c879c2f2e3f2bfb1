import { daysUntil } from './days';

describe('days until an end', () => {
  it('are counted between whole days, at any time of the day', () => {
    for (const now of [new Date(2026, 10, 28, 0, 0, 1), new Date(2026, 10, 28, 23, 59, 59)]) {
      const ends = ['2026-11-27', '2026-11-28', '2026-11-29', '2026-12-28'];
      expect(ends.map((day) => daysUntil(day, now))).toEqual([-1, 0, 1, 30]);
    }
  });
});
