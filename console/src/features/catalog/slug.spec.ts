import { slugOf, withSlug } from './slug';

describe('slugOf', () => {
  it.each([
    ['Red shoe', 'red-shoe'],
    ['  Grüne Schuhe, 42! ', 'gruene-schuhe-42'],
    ['Crème brûlée', 'creme-brulee'],
    ['茶 250 g', '250-g'],
    ['茶', ''],
    ['<script>', 'script'],
  ])('makes of %j the slug %j', (title, slug) => expect(slugOf(title)).toBe(slug));

  it('makes one of at most 255 characters', () => expect(slugOf('x'.repeat(300))).toHaveLength(255));
});

describe('withSlug', () => {
  it('gives a record without a slug the one of its title', () =>
    expect(withSlug({ title: 'Red shoe', slug: '' })).toEqual({ title: 'Red shoe', slug: 'red-shoe' }));

  it('leaves the slug that a person typed', () =>
    expect(withSlug({ title: 'Red shoe', slug: 'own' })).toEqual({ title: 'Red shoe', slug: 'own' }));
});
