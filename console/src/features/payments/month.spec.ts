import { monthOf } from './month';

describe('the month of a time', () => {
  it.each([
    ['2026-11-25T12:00:00Z', 0, { from: '2026-11-01', to: '2026-11-30' }],
    ['2026-01-31T23:30:00Z', -1, { from: '2025-12-01', to: '2025-12-31' }],
    ['2024-03-31T00:00:00Z', -1, { from: '2024-02-01', to: '2024-02-29' }],
  ])('%s and %d more is %j', (time, months, month) => {
    expect(monthOf(new Date(time), months)).toEqual(month);
  });
});
