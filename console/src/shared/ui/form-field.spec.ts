import { changedValues } from './form-field';

describe('the values of a form', () => {
  it('are sent only where they differ from what the form began with', () => {
    const before = { title: 'Mug', tags: ['a'], text: '' };
    expect(changedValues(before, { title: 'Cup', tags: ['a'], text: '' })).toEqual({ title: 'Cup' });
    const more = { ...before, tags: ['a', 'b'], isNew: true };
    expect(changedValues(before, more)).toEqual({ tags: ['a', 'b'], isNew: true });
    expect(changedValues(before, before)).toEqual({});
  });
});
