import { groupOf, OFFERS, offersOf, offersValues, rivalOf } from './other-offers';

const TERMS = { priority: '', best_of: '', terminating: false, persistent: false, title: 'Mug week' };

describe('what becomes of other offers', () => {
  it('is found again in the terms that a choice sets', () => {
    expect(OFFERS.map((choice) => offersOf({ ...TERMS, priority: '3', ...offersValues(choice) }))).toEqual(OFFERS);
  });

  it('is to be alone also in a group with those that always apply', () => {
    expect(offersOf({ ...TERMS, ...offersValues('alone'), best_of: 'mugs' })).toBe('alone');
  });

  const staff = { id: '7', title: 'Staff', best_of: '' };
  const cups = { id: '8', title: 'Cups', best_of: '' };

  it.each([
    ['the only one', '', [staff], staff],
    ['none of several, which would shut out each other', '', [staff, cups], undefined],
    ['none that has a group', '', [{ ...staff, best_of: 'spring' }], undefined],
    ['none for a form that has a group', 'mugs', [staff], undefined],
    ['none', '', [], undefined],
  ])('has as its rival %s', (_, best_of, always, rival) => {
    expect(rivalOf({ ...TERMS, best_of }, always)).toBe(rival);
  });

  it.each([
    ['Mug week', 'Staff', 'mug-week'],
    ['優惠', 'Staff', 'staff'],
    ['優惠', '特價', 'best-7'],
  ])('names the group of %s and %s: %s', (title, other, group) => {
    expect(groupOf({ title }, { ...staff, title: other })).toBe(group);
  });

  it.each([{ priority: '1' }, { best_of: 'spring' }, { persistent: true }, { terminating: true }])(
    'is a choice of its own with %j',
    (term) => {
      expect(offersOf({ ...TERMS, ...term })).toBe('own');
    },
  );
});
