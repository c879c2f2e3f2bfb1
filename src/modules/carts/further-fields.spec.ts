import { furtherFields } from './further-fields';

describe('the further fields of an item (carts.md 12)', () => {
  it('are the own fields of what was sent, in the order of their names', () => {
    const sent = JSON.parse(
      '{"z":"1","__proto__":"x","constructor":"x","toString":"x","_method":"x","price":"1","metadata":{"a":1},"a":"2","empty":" "}',
    ) as Record<string, unknown>;
    expect(Object.keys(sent)).toContain('__proto__');
    const found = furtherFields(sent, '') ?? {};
    expect(Object.entries(found)).toEqual([
      ['a', '2'],
      ['z', '1'],
    ]);
    expect(Object.getPrototypeOf(found)).toBe(Object.prototype);
  });

  it('are none where only names of others were sent', () => {
    expect(
      furtherFields(JSON.parse('{"__proto__":{"price":"0.01"},"total":"1"}') as Record<string, unknown>, ''),
    ).toBeNull();
  });
});
