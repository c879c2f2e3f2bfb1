import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
/** Folders with code, and folders with pages. `docs/spec` is the contract: its words are not ours to choose. */
const CODE = ['src', 'test', 'bench', 'console/src', 'clients', 'examples'];
const PAGES = ['docs', 'deploy', 'bench'];
const WORKSPACE_PAGES = ['clients/typescript/README.md', 'console/README.md'];
const SPEC = join('docs', 'spec');
/** Files that are not written by hand. */
const MADE = /node_modules|\bdist\b|\bschema\.ts$/;

/** Words that a reader of today would not say, each with a replacement. */
const ARCHAISMS: Readonly<Record<string, string>> = {
  'whoever|whomever|whosoever|whosever': 'a client, the caller, any worker',
  'whatever|whichever': 'any, every, even if',
  'be it': 'even',
  'in turns': 'alternating',
  'nobody has': 'unknown, unused, not … yet',
  '(?:is|are|be) told of': 'receives',
  'thereof|thereby|therein|herein|hitherto|hence|henceforth|lest|albeit|whilst|amongst|upon': 'plain words',
};
const ARCHAISM = new RegExp(`\\b(?:${Object.keys(ARCHAISMS).join('|')})\\b`, 'gi');
/** A doc block that opens with a riddle instead of a verb or a noun. */
const RIDDLE = /\/\*\*?(?:\s|\*)+(?:What|Who|Whose|Whom|Of|How) /g;
/** The same at the beginning of a line comment. */
const LINE_RIDDLE = /^ *\/\/ (?:What|Who|Whose|Whom|Of|How) /gm;

function filesOf(folder: string, ending: RegExp): string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names
    .map((name) => join(folder, name))
    .filter((file) => ending.test(file) && !MADE.test(file) && !file.startsWith(SPEC));
}

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** Returns the lines in which a pattern ends, as `file:line: text`. */
function found(pattern: RegExp, file: string, text: string): string[] {
  const lines = text.split('\n');
  return [...text.matchAll(pattern)].map((match) => {
    const line = lineOf(text, match.index + match[0].length);
    return `${file}:${line}: ${(lines[line - 1] ?? '').trim()}`;
  });
}

/** Returns the faults of a file. Line comments of specs are steps of a story: they may open as they like. */
const faultsIn = (file: string, text: string): string[] => [
  ...(file.endsWith('.md') ? [] : found(RIDDLE, file, text)),
  ...(/\.(?:md|spec\.tsx?)$/.test(file) ? [] : found(LINE_RIDDLE, file, text)),
  ...found(ARCHAISM, file, text),
];

describe('the words of this repository', () => {
  const own = relative(ROOT, __filename);
  const root = readdirSync(ROOT);
  const code = [
    ...root.filter((file) => /\.(?:ts|js|mjs|cjs)$/.test(file)),
    ...CODE.flatMap((folder) => filesOf(folder, /\.(?:tsx?|js|mjs|cjs)$/)),
  ].filter((file) => file !== own);
  const pages = [
    ...root.filter((file) => file.endsWith('.md')),
    ...WORKSPACE_PAGES,
    ...PAGES.flatMap((folder) => filesOf(folder, /\.(?:md|ya?ml)$/)),
  ];

  it('are plain: doc blocks open with a verb or a noun, and nothing uses an archaism (CONTRIBUTING.md, Words)', () => {
    expect([code.length > 500, pages.length > 20]).toEqual([true, true]);
    expect([...code, ...pages].flatMap((file) => faultsIn(file, readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
  });

  it('would be caught with a riddle or an archaism, with their file and line', () => {
    const text =
      '/** What is kept. */\nconst a = 1;\n/**\n * Who asks.\n */\n// Whatever comes.\n/** Returns what is kept. */';
    const riddles = '/** Of one unit. */\n/** How long it waits. */\n  // What is left.\n/** Price of one unit. */';
    const faults = [
      ...faultsIn('src/a.ts', text),
      ...faultsIn('build.mjs', riddles),
      ...faultsIn('a.spec.ts', riddles),
      ...faultsIn('a.md', '/** What is kept. */\nMeasured in turns.'),
    ];
    expect(faults).toEqual([
      'src/a.ts:1: /** What is kept. */',
      'src/a.ts:4: * Who asks.',
      'src/a.ts:6: // Whatever comes.',
      'build.mjs:1: /** Of one unit. */',
      'build.mjs:2: /** How long it waits. */',
      'build.mjs:3: // What is left.',
      'a.spec.ts:1: /** Of one unit. */',
      'a.spec.ts:2: /** How long it waits. */',
      'a.md:2: Measured in turns.',
    ]);
  });
});
