import { changedValues, mergedValues } from './form-field';

describe('the values of a form', () => {
  it('are sent only where they differ from what the form began with', () => {
    const before = { title: 'Mug', tags: ['a'], text: '' };
    expect(changedValues(before, { title: 'Cup', tags: ['a'], text: '' })).toEqual({ title: 'Cup' });
    const more = { ...before, tags: ['a', 'b'], isNew: true };
    expect(changedValues(before, more)).toEqual({ tags: ['a', 'b'], isNew: true });
    expect(changedValues(before, before)).toEqual({});
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
