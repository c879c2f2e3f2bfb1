import { FieldErrorList } from '../fields/field-error-list';
import { cartItem } from './cart-item.rule';
import { readLeaf } from './read-leaf';

const OPERATORS =
  'must be one of !=, <, <=, =, >, >=, between, contains, !contains, empty, !empty, ends_with, in, !in, starts_with';
const MATCH =
  'must be one of id, sku, product_sku, title, slug, price, sale_price, quantity, line_total, tax_band, tax_rate, brand, category';
const NO_VALUE = 'must be text, a number or a list of them';

/** The record that is stored and echoed; the messages by field where it is not sound. */
function read(sent: Readonly<Record<string, unknown>>): unknown {
  const errors = new FieldErrorList();
  const leaf = readLeaf(cartItem, { match: 'sku', ...sent }, 'here', errors);
  if (leaf !== null) return errors.isEmpty ? leaf : [leaf, errors.all];
  const messages = Object.entries(errors.all).map(([field, texts]) => [
    field.replace('here.', ''),
    texts.map((text) => text.replace(`${field} `, '')).join(),
  ]);
  return Object.fromEntries(messages) as unknown;
}

describe('promotions.md 16: a comparison is kept as it was sent', () => {
  it.each([
    [{ against: 'A' }, { against: 'A' }],
    [{ operator: null, against: 'A' }, { against: 'A' }],
    [{ operator: '', against: 0 }, { against: 0 }],
    [
      { operator: ' NOT IN ', against: 'A, B' },
      { operator: ' NOT IN ', against: 'A, B' },
    ],
    [
      { operator: 'in', against: { 1: 'B', 0: 'A' } },
      { operator: 'in', against: ['A', 'B'] },
    ],
    [{ operator: 'empty' }, { operator: 'empty' }],
    [{ operator: 'empty', against: null }, { operator: 'empty' }],
    [{ operator: '!empty', against: '' }, { operator: '!empty' }],
    [
      { operator: 'empty', against: 'x'.repeat(1024) },
      { operator: 'empty', against: 'x'.repeat(1024) },
    ],
  ])('%j', (sent, kept) => {
    expect(read(sent)).toStrictEqual({ type: 'cart_item', match: 'sku', ...kept });
  });
});

describe('promotions.md 16, 19: a comparison is refused by field', () => {
  it.each<[object, object]>([
    [{ match: 'age', against: 1 }, { match: MATCH }],
    [{ match: ['sku'], against: 1 }, { match: MATCH }],
    [{ match: undefined, against: 1 }, { match: MATCH }],
    [{ operator: '~', against: 1 }, { operator: OPERATORS }],
    [{ operator: ' ', against: 1 }, { operator: OPERATORS }],
    [{ operator: 7, against: 1 }, { operator: OPERATORS }],
    [{ operator: ['='], against: 1 }, { operator: OPERATORS }],
    [{}, { against: 'is required' }],
    [{ against: null }, { against: 'is required' }],
    [{ against: '' }, { against: 'is required' }],
    [{ operator: 'in', against: '' }, { against: 'is required' }],
    [{ against: { a: 1 } }, { against: NO_VALUE }],
    [{ operator: 'in', against: ['A', ['B']] }, { against: NO_VALUE }],
    [{ operator: 'in', against: [null] }, { against: NO_VALUE }],
    [{ operator: 'eq', against: ['A'] }, { against: 'must be a single value for =' }],
    [{ operator: 'empty', against: ['A'] }, { against: 'must be a single value for empty' }],
    [{ operator: 'empty', against: 'x'.repeat(1025) }, { against: 'must be at most 1024 characters a value' }],
    [{ operator: 'between', against: [] }, { against: 'must be two values, the lower first' }],
    [{ operator: 'in', against: [] }, { against: 'must name at least one value' }],
    [
      { match: 'age', operator: '~' },
      { match: MATCH, operator: OPERATORS },
    ],
    [
      { match: 'age', operator: '>' },
      { match: MATCH, against: 'is required' },
    ],
  ])('%j', (sent, messages) => {
    expect(read(sent as Readonly<Record<string, unknown>>)).toEqual(messages);
  });
});
