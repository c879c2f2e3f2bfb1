import { slugOf } from './slug';

describe('the name of a record for addresses', () => {
  it.each([
    ['Trade', 'trade'],
    [' Große Größen & mehr! ', 'grosse-grossen-mehr'],
    ['Crème brûlée', 'creme-brulee'],
    ['日本', ''],
    ['x'.repeat(300), 'x'.repeat(100)],
  ])('is made from the title %s', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });
});
