import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './pages';
import { referencesOf, specPage, specPages, unresolved } from './spec-references';

const TEXT = /\.(ts|cjs|mjs|js|md|json|yaml|example)$/;
/** Words of documents that are not the store's own, and this test's examples. */
const LEFT_OUT = /^(package-lock\.json|docs\/spec\/|test\/docs\/spec-references)/;

/** Folders of code and pages; nothing that is installed, built or fetched lies in them but `node_modules` and `dist`. */
const FOLDERS = ['src', 'test', 'bench', 'console', 'clients', 'examples', 'docs', 'deploy', '.ci'];

function files(): string[] {
  const top = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isFile());
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const names = [...top.map(({ name }) => name), ...below.filter((name) => !/(^|\/)(node_modules|dist)\//.test(name))];
  return names.filter((name) => TEXT.test(name) && !LEFT_OUT.test(name));
}

describe('the references to docs/spec', () => {
  const pages = specPages();

  it('name pages, rules and sections there are', () => {
    const found = files().flatMap((file) =>
      referencesOf(readFileSync(join(ROOT, file), 'utf8'), pages.keys()).map((reference) => ({ file, ...reference })),
    );
    const faults = found.flatMap((reference) =>
      unresolved(reference, pages).map((what) => `${reference.file}:${reference.line} names ${what}`),
    );
    expect(found.length).toBeGreaterThan(500);
    expect(faults).toEqual([]);
  });

  it('name no page of a specification that is elsewhere', () => {
    const elsewhere = /(?<![\w/.-])(?:architecture|hardening|house|language|toolchain|style|writing)\.md/;
    const faults = files().filter(
      (file) => file !== 'ARCHITECTURE.md' && elsewhere.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(faults).toEqual([]);
  });

  it('are read with their numbers and sections', () => {
    const text = '(promotions.md 1 to 3, 9)\n(carts.md, Order status) wire.md says; interface.md Orders rule 2';
    expect(referencesOf(text, pages.keys())).toEqual([
      { page: 'promotions.md', numbers: [1, 2, 3, 9], section: undefined, line: 1 },
      { page: 'carts.md', numbers: [], section: 'Order', line: 2 },
      { page: 'wire.md', numbers: [], section: undefined, line: 2 },
      { page: 'interface.md', numbers: [], section: 'Orders', line: 2 },
    ]);
  });

  it('would be caught when a rule or a section is not there', () => {
    const page = new Map([['carts.md', specPage('# Carts\n\n## Order items\n\n1. One.\n2. Two.\n')]]);
    const found = referencesOf('carts.md 2, 3 and carts.md, Stock and carts.md Order items', page.keys());
    expect(found.flatMap((reference) => unresolved(reference, page))).toEqual(['carts.md 3', 'carts.md, Stock']);
  });
});
