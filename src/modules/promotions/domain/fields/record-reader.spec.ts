import { FieldErrorList } from './field-error-list';
import { RecordReader } from './record-reader';

function reading<T>(record: Readonly<Record<string, unknown>>, read: (reader: RecordReader) => T): [T, unknown] {
  const errors = new FieldErrorList();
  const value = read(new RecordReader(record, errors));
  return [value, errors.all];
}

describe('wire.md 1: a field of a record', () => {
  it.each([[undefined], [null], [''], ['  ']])('is unset when it is %j', (a) => {
    const read = (reader: RecordReader) => [
      reader.value('a'),
      reader.text('a'),
      reader.choice('a', true),
      reader.choice('a', false),
      reader.amount('a'),
      reader.whole('a', 1),
      reader.date('a'),
      reader.id('a'),
      reader.texts('a'),
    ];
    expect(reading({ a }, read)).toEqual([[undefined, null, true, false, 0n, 0, null, null, []], {}]);
  });

  it('is none that every object has', () => {
    expect(reading({}, (reader) => reader.value('constructor'))).toEqual([undefined, {}]);
  });

  it('has to be there where it is required', () => {
    expect(reading({ a: ' ' }, (reader) => reader.require('a'))).toEqual([false, { a: ['a is required'] }]);
    expect(reading({ a: 0 }, (reader) => reader.require('a'))).toEqual([true, {}]);
  });

  it('leaves a harmless value where it cannot be read, and a message for each fault', () => {
    const read = (reader: RecordReader) => [
      reader.text('text', 3),
      reader.choice('choice', true),
      reader.amount('amount'),
      reader.whole('whole', 2),
      reader.date('date'),
      reader.id('id'),
      reader.texts('texts'),
      reader.whole('text', 0),
    ];
    const record = { text: 'long', choice: 2, amount: '-1', whole: 1, date: '2021-02-30', id: 'x', texts: '{"a":1}' };
    expect(reading(record, read)).toEqual([
      [null, true, 0n, 0, null, null, [], 0],
      {
        text: ['text must be at most 3 characters', 'text must be a whole number'],
        choice: ['choice must be 1, 0, true or false'],
        amount: ['amount must be 0 or more'],
        whole: ['whole must be 2 or more'],
        date: ['date must be a date of the form YYYY-MM-DD'],
        id: ['id must be an id'],
        texts: ['texts must be a JSON array'],
      },
    ]);
  });

  it('is read as it is meant', () => {
    const read = (reader: RecordReader) => [
      reader.text('text'),
      reader.choice('choice', true),
      reader.amount('amount'),
      reader.whole('whole', 0),
      reader.date('date'),
      reader.id('id'),
      reader.texts('texts'),
    ];
    const record = {
      text: ' a ',
      choice: '0',
      amount: 2.5,
      whole: '7.0',
      date: '2024-02-29',
      id: '12',
      texts: { 0: 'a' },
    };
    expect(reading(record, read)).toEqual([[' a ', false, 25_000n, 7, '2024-02-29', '12', ['a']], {}]);
  });

  it.each([['0'], [0]])('is no id when it is %j, which clients send for none', (id) => {
    expect(reading({ id }, (reader) => reader.id('id'))).toEqual([null, {}]);
  });
});

describe('the messages of fields', () => {
  it('are gathered by field, each after its name', () => {
    const errors = new FieldErrorList();
    expect([errors.isEmpty, errors.has('a')]).toEqual([true, false]);
    errors.add('a', 'is required');
    errors.addAll({ a: ['a must be text'], b: ['b is unknown'] });
    expect([errors.isEmpty, errors.has('a'), errors.has('b'), errors.has('constructor')]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(errors.all).toEqual({ a: ['a is required', 'a must be text'], b: ['b is unknown'] });
  });
});
