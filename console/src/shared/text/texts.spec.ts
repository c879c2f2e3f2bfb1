import { de } from './de';
import { en } from './en';

const namesOf = (text: string): string =>
  [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => name))].sort().join();

describe('the texts of the console', () => {
  it('console.md 12: have the same values in both languages, and are never empty', () => {
    const keys = Object.keys(en) as (keyof typeof en)[];
    expect(keys.length).toBeGreaterThan(100);
    const wrong = keys.filter((key) => !en[key] || !de[key] || namesOf(en[key]) !== namesOf(de[key]));
    expect(wrong).toEqual([]);
  });
});
