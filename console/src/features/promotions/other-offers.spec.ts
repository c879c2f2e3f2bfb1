import { OFFERS, offersOf, offersValues, withRoom } from './other-offers';

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

  it('has room for 20 promotions that exclude others, the own one among them', () => {
    const plain = { excludes: [] };
    const excluding = Array.from({ length: 20 }, (_, at) => ({ excludes: [String(at)] }));
    const others = [...excluding.slice(0, 10), plain, ...excluding.slice(10)];
    expect([withRoom(plain, others), withRoom({}, others)]).toEqual([others, others]);
    expect(withRoom({ excludes: ['all'] }, others)).toEqual(others.slice(0, -1));
  });
});
