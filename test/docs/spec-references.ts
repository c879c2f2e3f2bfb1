import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './pages';

/** A page of docs/spec: its numbered rules and sections, and its headings. */
export interface SpecPage {
  readonly numbers: ReadonlySet<number>;
  readonly headings: readonly string[];
}

/** A reference in a comment or a test's name: `promotions.md 25`, `wire.md 3, 4`, `carts.md, Order status`. */
export interface SpecReference {
  readonly page: string;
  readonly numbers: readonly number[];
  /** The word that begins a heading; undefined when the reference names no section. */
  readonly section: string | undefined;
  readonly line: number;
}

const FOLDER = join(ROOT, 'docs/spec');

export function specPages(): ReadonlyMap<string, SpecPage> {
  const names = readdirSync(FOLDER).filter((file) => file.endsWith('.md') && file !== 'README.md');
  return new Map(names.map((name) => [name, specPage(readFileSync(join(FOLDER, name), 'utf8'))]));
}

export function specPage(text: string): SpecPage {
  const numbers = [...text.matchAll(/^(?:#+ )?(\d+)\. /gm)].map(([, number]) => Number(number));
  const headings = [...text.matchAll(/^#+ (?:\d+\. )?(.+)$/gm)].map(([, heading]) => heading ?? '');
  return { numbers: new Set(numbers), headings };
}

/** The references of a text to pages of the specification. `1 to 3` counts as 1, 2 and 3. */
export function referencesOf(text: string, pages: Iterable<string>): SpecReference[] {
  const names = [...pages].map((page) => page.replace('.', '\\.')).join('|');
  const list = '\\d+(?:(?:, ?| to | and )\\d+)*';
  const pattern = new RegExp(
    `(?<![\\w/-])(${names})(?:,? (?:rules? )?(${list})(?![\\w/.]*\\.md)|,? ([A-Z][a-z]+))?`,
    'g',
  );
  return [...text.matchAll(pattern)].map(({ 1: page = '', 2: numbers = '', 3: section, index }) => ({
    page,
    numbers: numbersOf(numbers),
    section,
    line: text.slice(0, index).split('\n').length,
  }));
}

function numbersOf(list: string): number[] {
  return [...list.matchAll(/(\d+)(?: to (\d+))?/g)].flatMap(([, from, to]) => {
    const first = Number(from);
    return Array.from({ length: (to === undefined ? first : Number(to)) - first + 1 }, (_, i) => first + i);
  });
}

/** Returns the numbers and headings of a reference that its page does not have. */
export function unresolved({ page, numbers, section }: SpecReference, pages: ReadonlyMap<string, SpecPage>): string[] {
  const found = pages.get(page);
  if (found === undefined) return [page];
  const missing = numbers.filter((number) => !found.numbers.has(number)).map((number) => `${page} ${number}`);
  const hasSection = section === undefined || found.headings.some((heading) => heading.split(/\W/)[0] === section);
  return hasSection ? missing : [...missing, `${page}, ${section}`];
}
