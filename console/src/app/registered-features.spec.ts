import { FEATURES } from './registered-features';

describe('FEATURES', () => {
  it('console.md 11: have a key each, which no other one has', () => {
    const keys = FEATURES.map(({ key }) => key);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });
});
