import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { environment } from '../../src/platform/config/environment';

const ROOT = resolve(__dirname, '../..');
/** Lines that a reader sees without scrolling. */
const SCREEN = 40;

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const pages = [
  ...readdirSync(ROOT),
  ...['docs', 'deploy'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  ),
].filter((file) => file.endsWith('.md'));
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** Returns the anchors of a page's headings: lower case, no punctuation, dashes for blanks. */
function anchorsOf(page: string): string[] {
  const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading ?? '');
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** Relative links of a page that lead nowhere. */
function brokenLinks(file: string, page: string): string[] {
  const targets = [...page.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '');
  return targets.filter((target) => {
    if (/^https?:/.test(target)) return false;
    const [path = '', anchor] = target.split('#');
    const to = path === '' ? file : join(dirname(file), path);
    if (!existsSync(join(ROOT, to))) return true;
    return anchor !== undefined && !anchorsOf(to === file ? page : read(to)).includes(anchor);
  });
}

/** Commands of npm in a page that package.json does not have. */
function unknownScripts(page: string): string[] {
  const named = [...page.matchAll(/npm run (?:--\S+ )*([a-z][\w:-]*)/g)].map(([, name]) => name ?? '');
  return named.filter((name) => !Object.hasOwn(scripts, name));
}

describe('the README', () => {
  it('says on its first screen how to start and how to test', () => {
    const screen = read('README.md').split('\n').slice(0, SCREEN);
    expect(['npm ci && npm start', 'npm ci && npm test'].filter((command) => !screen.includes(command))).toEqual([]);
  });

  it('names only settings there are', () => {
    const named = [...read('README.md').matchAll(/`([A-Z]+(?:_[A-Z]+)+)(?:=\w+)?`/g)].map(([, name]) => name ?? '');
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !Object.hasOwn(environment, name))).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  it('names files there are where it says where things are', () => {
    const [, section = ''] = read('ARCHITECTURE.md').split('## Where is …\n');
    const named = [...section.slice(0, section.indexOf('\n## ')).matchAll(/`([\w./-]+)`/g)].map(
      ([, path]) => path ?? '',
    );
    expect(named.length).toBeGreaterThan(10);
    const missing = named.filter((path) => ![path, `src/modules/${path}`].some((at) => existsSync(join(ROOT, at))));
    expect(missing).toEqual([]);
  });
});

describe('the folders of src', () => {
  it('hold at most 30 files each, migrations aside, so that one sees what is there', () => {
    const folders = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'migrations')
      .map((entry) => join(entry.parentPath, entry.name));
    const crowded = folders.filter((folder) => readdirSync(folder).filter((name) => name.endsWith('.ts')).length > 30);
    expect(folders.length).toBeGreaterThan(50);
    expect(crowded).toEqual([]);
  });
});

describe('the pages of this repository', () => {
  it.each(pages)('%s: links lead to files and headings there are, commands to scripts', (file) => {
    expect({ links: brokenLinks(file, read(file)), scripts: unknownScripts(read(file)) }).toEqual({
      links: [],
      scripts: [],
    });
  });

  it('would be caught with a broken link or an unknown script', () => {
    const page =
      '# One, two\n[a](#one-two) [b](#three) [c](docs/none.md) [d](LICENSE) [e](https://example.com)\n`npm run none`';
    expect({ links: brokenLinks('README.md', page), scripts: unknownScripts(page) }).toEqual({
      links: ['#three', 'docs/none.md'],
      scripts: ['none'],
    });
  });
});
