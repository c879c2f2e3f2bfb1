import {
  changedValues,
  type FormField,
  type FormValues,
  mergedValues,
  readValues,
  shownLater,
  shownValues,
} from './form-field';

describe('the values of a form', () => {
  it('are sent only where they differ from what the form began with', () => {
    const before = { title: 'Mug', tags: ['a'], text: '' };
    expect(changedValues(before, { title: 'Cup', tags: ['a'], text: '' })).toEqual({ title: 'Cup' });
    const more = { ...before, tags: ['a', 'b'], isNew: true };
    expect(changedValues(before, more)).toEqual({ tags: ['a', 'b'], isNew: true });
    expect(changedValues(before, before)).toEqual({});
  });

  it('are read for the API: numbers, and those that have a reader of their own', () => {
    const fields: FormField[] = [
      { name: 'title', label: '', kind: 'text' },
      { name: 'price', label: '', kind: 'number' },
      { name: 'rate', label: '', kind: 'number' },
      { name: 'live', label: '', kind: 'switch' },
      { name: 'rules', label: '', kind: 'json', read: (text) => (text === 'x' ? undefined : `${text}!`) },
    ];
    const before = { price: '2', rate: '1e-7' };
    const typed = { title: '1,5', price: ' 1,5', rate: '1e-7', live: true, rules: 'a', other: '1,5' };
    const values = { ...typed, price: '1.5', rules: 'a!' };
    const read = (texts: FormValues) => readValues(fields, before, texts, 'en-GB');
    expect(read(typed)).toEqual({ values, isWrong: false });
    expect(read({ ...typed, price: '£5' })).toEqual({
      values: { ...values, price: '£5' },
      isWrong: true,
    });
    expect(read({ ...typed, rules: 'x' })).toEqual({
      values: { ...values, rules: 'x' },
      isWrong: true,
    });
    expect(read({})).toEqual({ values: {}, isWrong: false });
  });

  it('are shown as they are typed, and nothing is sent of those that stay', () => {
    const fields: FormField[] = [
      { name: 'rate', label: '', kind: 'number' },
      { name: 'small', label: '', kind: 'number' },
      { name: 'change', label: '', kind: 'price-change' },
    ];
    const before = { rate: '1.176', small: '1.5e-7', change: '+1.5', title: '1.5', isLive: true };
    const shown = { ...before, rate: '1,176', small: '1,5e-7', change: '+1,5' };
    expect(shownValues(fields, before, 'de-DE')).toEqual(shown);
    expect(shownValues(fields, before, 'en-GB')).toEqual(before);
    expect(readValues(fields, before, shown, 'de-DE')).toEqual({ values: before, isWrong: false });
    const typed = { ...shown, rate: '1.000' };
    const { values, isWrong } = readValues(fields, before, typed, 'de-DE');
    expect([values, isWrong]).toEqual([{ ...before, rate: '1.000' }, true]);
    // The text of the API, typed in German, may mean a thousand times as much.
    expect(readValues(fields, before, { ...shown, rate: before.rate }, 'de-DE').isWrong).toBe(true);
    const later = { ...values, title: '2.5' };
    expect(shownLater(fields, later, { values, typed })).toEqual({ ...typed, title: '2.5' });
  });

  it('are put on a later version, unless both changed the same field to different values', () => {
    const before = { name: 'A', url: 'x', enabled: false };
    expect(mergedValues(before, before, { ...before, enabled: true })).toEqual({ ...before, enabled: true });
    expect(mergedValues(before, { ...before, name: 'B' }, { ...before, enabled: true })).toEqual({
      ...before,
      name: 'B',
      enabled: true,
    });
    expect(mergedValues(before, { ...before, name: 'B' }, { ...before, name: 'B' })).toEqual({ ...before, name: 'B' });
    expect(mergedValues(before, { ...before, name: 'B' }, { ...before, name: 'C' })).toBeUndefined();
  });
});
