import { OFFERS, offersOf, offersValues } from './other-offers';

const TERMS = { priority: '', best_of: '', terminating: false, persistent: false, excludes: [], title: 'Mug week' };

describe('what becomes of other offers', () => {
  it('is found again in the terms that a choice sets', () => {
    expect(OFFERS.map((choice) => offersOf({ ...TERMS, priority: '3', ...offersValues(choice) }))).toEqual(OFFERS);
  });

  it('excludes every other promotion, and changes nothing else, where it is not with others', () => {
    expect(offersValues('alone')).toEqual({ ...offersValues('with'), excludes: ['all'] });
  });

  it.each([
    { priority: '1' },
    { best_of: 'spring' },
    { persistent: true },
    { terminating: true },
    { excludes: ['7'] },
    { excludes: ['all'], priority: '-1000' },
  ])('is a choice of its own with %j', (term) => {
    expect(offersOf({ ...TERMS, ...term })).toBe('own');
  });
});
