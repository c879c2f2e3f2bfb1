import { areOthersNewer } from './others-newer';

const AT = '2026-03-01 12:00:00';
const BEFORE = '2026-02-01 00:00:00';
const run = (...ids: string[]) => ({
  baseline: 'live' as const,
  baseline_promotions: ids.map((id) => ({ id, title: '' })),
  created_at: AT,
});
const other = (id: string, updated_at = BEFORE, state: 'live' | 'ended' = 'live') => ({ id, updated_at, state });

describe('the promotions beside a back-test', () => {
  it.each([
    ['are as they were', run('1', '2'), [other('1'), other('2'), other('3', BEFORE, 'ended')], false],
    ['are as they were, the tested one changed', run('1'), [other('1'), other('9', '2026-03-02 00:00:00')], false],
    ['are none of a back-test of what was paid', { ...run(), baseline: 'then' as const }, [other('1')], false],
    ['have changed', run('1'), [other('1', '2026-03-01 12:00:01')], true],
    ['are more', run('1'), [other('1'), other('2')], true],
    ['are fewer', run('1', '2'), [other('1'), other('2', BEFORE, 'ended')], true],
    ['are others', run('1'), [other('2')], true],
  ])('%s', (_, of, all, isNewer) => {
    expect(areOthersNewer(of, all, '9')).toBe(isNewer);
  });
});
