import { readPage } from './pages';

/** The rows of the table of bounds: the number, the name and the file of the constant. */
const rows = [...readPage('SECURITY.md').matchAll(/\| ([\d,]+) +\| \[`(\w+)`\]\((src\/\S+)\) +\|/g)].map(
  ([, bound = '', name = '', file = '']) => ({ bound, name, file }),
);

/** Returns the value of a constant as a page shows it. */
function boundOf(name: string, file: string): string {
  const [, value = ''] = new RegExp(`const ${name} = ([\\d_]+);`).exec(readPage(file)) ?? [];
  return Number(value.replaceAll('_', '')).toLocaleString('en-US');
}

describe('SECURITY.md', () => {
  it('names bounds as the code has them', () => {
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.map(({ name, bound }) => [name, bound])).toEqual(
      rows.map(({ name, file }) => [name, boundOf(name, file)]),
    );
  });
});
