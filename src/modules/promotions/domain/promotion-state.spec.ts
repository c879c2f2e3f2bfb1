import { promotionState, type StateFacts } from './promotion-state';

const LIVE: StateFacts = {
  isLive: true,
  from: '2026-03-01',
  to: '2026-03-31',
  maxUses: 0,
  uses: 7,
  budgetLeft: null,
};

describe('the state of a promotion', () => {
  it.each<[string, Partial<StateFacts>, string]>([
    ['2026-03-01', {}, 'live'],
    ['2026-03-31', { maxUses: 8, budgetLeft: 1n }, 'live'],
    ['2026-02-28', {}, 'planned'],
    ['2026-04-01', {}, 'ended'],
    ['2026-04-01', { isLive: false }, 'draft'],
    ['2026-04-01', { maxUses: 7 }, 'ended'],
    ['2026-03-15', { maxUses: 7, budgetLeft: 0n }, 'used_up'],
    ['2026-03-15', { maxUses: 8, budgetLeft: 0n }, 'budget_spent'],
  ])('on %s with %j is %s', (today, patch, state) => {
    expect(promotionState({ ...LIVE, ...patch }, today)).toBe(state);
  });
});
