import { newPromotion } from './promotion-fields';
import { termsMark, testedPromotion } from './tested-terms';

const FORM = { ...newPromotion(), title: 'Mugs', from: '2026-03-01', to: '2026-03-08' };

describe('the terms that a back-test tries', () => {
  it('are those of the form, live, without its days', () => {
    expect(testedPromotion(FORM)).toEqual({
      ...{ id: 'new', title: 'Mugs', action: 'discount_by_percent', amount: '10', status: '1' },
      ...{ apply_to_shipping: '0', terminating: '0', persistent: '0', audience: 'everybody' },
    });
  });

  it.each([
    { from: '2026-02-01' },
    { to: '2026-04-01' },
    { title: 'Cups' },
    { description: 'For tea' },
    { status: true },
    { offers: 'own' },
    { amount: '10.0' },
  ])('have the same mark with %j', (more) => expect(termsMark({ ...FORM, ...more })).toBe(termsMark(FORM)));

  it.each([{ amount: '11' }, { terminating: true }, { priority: '-1' }, { match_items: '{}' }, { discount_code: 'A' }])(
    'have another mark with %j',
    (more) => expect(termsMark({ ...FORM, ...more })).not.toBe(termsMark(FORM)),
  );
});
