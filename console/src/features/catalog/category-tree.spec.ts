import { choicesOf } from './category-tree';

const shoes = { id: '2', title: 'Shoes', children: [] };
const tree = [
  { id: '1', title: 'Clothes', children: [shoes] },
  { id: '3', title: 'Tea', children: [] },
];

describe('choicesOf', () => {
  it('names each category with those above it', () =>
    expect(choicesOf(tree)).toEqual([
      { value: '1', label: 'Clothes' },
      { value: '2', label: 'Clothes › Shoes' },
      { value: '3', label: 'Tea' },
    ]));

  it('leaves out a category with all below it, which cannot be its parent', () =>
    expect(choicesOf(tree, '1')).toEqual([{ value: '3', label: 'Tea' }]));
});
