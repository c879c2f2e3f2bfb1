import { ValidationFailed } from '../../../kernel/errors';
import { daysOf, type Period, windowOf } from './window';

describe('the window of statistics (storefront.md 13)', () => {
  const TODAY = '2026-03-01';
  const failure = (period: Period): unknown => {
    try {
      return windowOf(period, TODAY);
    } catch (error) {
      return error instanceof ValidationFailed ? error.errors : error;
    }
  };

  it.each<[Period, string, string]>([
    [{}, '2026-01-31', '2026-03-01'],
    [{ timeframe: '24hours' }, '2026-03-01', '2026-03-01'],
    [{ timeframe: '7days' }, '2026-02-23', '2026-03-01'],
    [{ timeframe: '30days', to: '2024-03-01' }, '2024-02-01', '2024-03-01'],
    [{ from: '2026-02-28' }, '2026-02-28', '2026-03-01'],
    [{ to: '2025-12-31' }, '2025-12-02', '2025-12-31'],
    [{ from: '2024-01-01', to: '2024-12-31' }, '2024-01-01', '2024-12-31'],
    [{ from: '2030-01-01', to: '2030-01-01' }, '2030-01-01', '2030-01-01'],
    [{ to: '0000-01-02' }, '0000-01-01', '0000-01-02'],
  ])('%j is %s to %s', (period, from, to) => {
    expect(windowOf(period, TODAY)).toEqual({ from, to });
  });

  it.each<[Period, string, string]>([
    [{ from: '2026-03-02' }, 'from', 'from must not be after to, which is 2026-03-01'],
    [{ from: '2026-01-02', to: '2026-01-01' }, 'from', 'from must not be after to, which is 2026-01-01'],
    [{ from: '2025-01-01', to: '2026-01-02' }, 'from', 'from must be at most 365 days before to, which is 2026-01-02'],
    [{ timeframe: '7days', from: '2026-01-01' }, 'timeframe', 'timeframe cannot be sent with from: send one of them'],
  ])('%j is refused: %s', (period, field, message) => {
    expect(failure(period)).toEqual({ [field]: [message] });
  });

  it('has every day, leap days too', () => {
    expect(daysOf({ from: '2024-02-28', to: '2024-03-01' })).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
    expect(daysOf(windowOf({ from: '2024-01-01', to: '2024-12-31' }, TODAY))).toHaveLength(366);
  });
});
