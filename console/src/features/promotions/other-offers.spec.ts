import { groupOf, OFFERS, offersOf, offersValues } from './other-offers';

const TERMS = { priority: '', best_of: '', terminating: false, persistent: false, title: 'Mug week' };

describe('what becomes of other offers', () => {
  it('is found again in the terms that a choice sets', () => {
    expect(OFFERS.map((choice) => offersOf({ ...TERMS, priority: '3', ...offersValues(choice) }))).toEqual(OFFERS);
  });

  it('is to be alone also in a group with those that always apply', () => {
    expect(offersOf({ ...TERMS, ...offersValues('alone'), best_of: 'mugs' })).toBe('alone');
  });

  it.each([
    ['its own', 'mugs', 'spring', 'mugs'],
    ['that of another one', '', 'spring', 'spring'],
    ['a new one by its title', '', '', 'mug-week'],
  ])('is the better one of a group: %s', (_, own, others, group) => {
    const always = [
      { id: '1', title: 'Staff', best_of: '' },
      { id: '2', title: 'Cups', best_of: others },
    ];
    expect(groupOf({ ...TERMS, best_of: own }, always)).toBe(group);
  });

  it.each([{ priority: '1' }, { best_of: 'spring' }, { persistent: true }, { terminating: true }])(
    'is a choice of its own with %j',
    (term) => {
      expect(offersOf({ ...TERMS, ...term })).toBe('own');
    },
  );
});
