import { searchText } from '../../../kernel/search-text';
import { orderNames, shownName } from './order-names';

const named = (first_name: unknown, last_name: unknown): object => ({ value: 'x', data: { first_name, last_name } });

describe('the names of an order (orders-and-payments.md 33)', () => {
  it.each([
    ['of its customer', named('Ada', 'Lovelace'), named('Bill', 'Payer'), 'ada lovelace', 'lovelace ada'],
    ['of its billing address', null, named('Bill', 'Payer'), 'bill payer', 'payer bill'],
    ['with the last one only', named(null, 'Lovelace'), null, 'lovelace', 'lovelace'],
    ['with the first one only', named('Ada', undefined), null, 'ada', 'ada'],
    ['of a person with one name', named('Ada', ''), null, 'ada', 'ada'],
    [
      'of more than one word',
      named(' Ada  Augusta ', 'King\tNoel'),
      null,
      'ada augusta king noel',
      'king noel ada augusta',
    ],
    ['that are no text', named(7, { x: 1 }), null, null, null],
    ['that are not there', { data: {} }, null, null, null],
    ['of nobody', null, null, null, null],
  ])('are those %s', (_, customer, billTo, nameKey, surnameKey) => {
    expect(orderNames(customer, billTo)).toEqual({ nameKey, surnameKey });
  });

  it.each([
    [named('Ada', 'Lovelace'), named('Bill', 'Payer'), 'Ada Lovelace'],
    [null, named(null, 'Payer'), 'Payer'],
    [named('Ada', ''), null, 'Ada'],
    [named(null, 7), null, null],
    [null, null, null],
  ])('are shown as they are written: %j, %j', (customer, billTo, name) => {
    expect(shownName(customer, billTo)).toBe(name);
  });

  it.each([
    ['Ada LOVELACE', 'ada lovelace'],
    ['  Zoë\n\u00a0Doe ', 'zoë doe'],
    ['ﬁn Ａda', 'fin ada'],
    ['Zoe\u0308', 'zoë'],
    ['', ''],
    [' \t ', ''],
    ['x'.repeat(300), 'x'.repeat(255)],
    [`${'x'.repeat(254)} y`, 'x'.repeat(254)],
    [`${'x'.repeat(253)} y`, `${'x'.repeat(253)} y`],
  ])('are compared without case, spelling of letters or blanks: %j', (text, key) => {
    expect(searchText(text)).toBe(key);
  });
});
