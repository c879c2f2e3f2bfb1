import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const SRC = 'src/kernel/planted.ts';
const SPEC = 'src/kernel/planted.spec.ts';
const DATA = 'src/modules/orders/data/planted.queries.ts';
const CONTROLLER = 'src/planted.controller.ts';

interface Plant {
  readonly what: string;
  readonly file: string;
  readonly text: string;
  /** The rules that must speak, and no others. */
  readonly rules: readonly string[];
}

const lines = (count: number): string => 'export {};\n' + '// one\n'.repeat(count - 1);
const longFunction = (body: number): string =>
  `export function long(n: number): number {\n${'  n += 1;\n'.repeat(body - 1)}  return n;\n}\n`;
const parameters = (count: number): string => {
  const names = Array.from({ length: count }, (_, i) => `p${i}`);
  return `export function many(${names.map((name) => `${name}: number`).join(', ')}): number[] {\n  return [${names.join(', ')}];\n}\n`;
};
const nested = (depth: number): string =>
  `export function deep(n: number): number {\n${'if (n > 0) {\n'.repeat(depth)}n -= 1;\n${'}\n'.repeat(depth)}return n;\n}\n`;
const branches = (count: number): string =>
  `export function wide(n: number): number {\n${'if (n > 0) n -= 1;\n'.repeat(count - 1)}return n;\n}\n`;
const test = (body: string): string => `${body}\nit('holds', () => expect(1).toBe(1));\n`;

/** Each budget as far as it goes, which is allowed, and one step further, which is not. */
const BUDGETS: readonly Plant[] = [
  { what: '250 lines', file: SRC, text: lines(250), rules: [] },
  { what: '251 lines', file: SRC, text: lines(251), rules: ['max-lines'] },
  { what: 'a controller of 120 lines', file: CONTROLLER, text: lines(120), rules: [] },
  { what: 'a controller of 121 lines', file: CONTROLLER, text: lines(121), rules: ['max-lines'] },
  { what: 'a spec of 400 lines', file: SPEC, text: lines(400), rules: [] },
  { what: 'a spec of 401 lines', file: SPEC, text: lines(401), rules: ['max-lines'] },
  { what: 'a function of 40 lines', file: SRC, text: longFunction(38), rules: [] },
  { what: 'a function of 41 lines', file: SRC, text: longFunction(39), rules: ['max-lines-per-function'] },
  { what: '6 parameters', file: SRC, text: parameters(6), rules: [] },
  { what: '7 parameters', file: SRC, text: parameters(7), rules: ['max-params'] },
  { what: 'depth 3', file: SRC, text: nested(3), rules: [] },
  { what: 'depth 4', file: SRC, text: nested(4), rules: ['max-depth'] },
  { what: 'complexity 10', file: SRC, text: branches(10), rules: [] },
  { what: 'complexity 11', file: SRC, text: branches(11), rules: ['complexity'] },
];

const disable = (rule: string): string => `/* eslint-${'disable'} ${rule} */\nexport const one = 1;\n`;
const unused = (rule: string): string => `Unused eslint-disable directive (no problems were reported from '${rule}').`;
const closed =
  "export type S = 'a' | 'b';\nexport function f(s: S): number {\n  switch (s) {\n    case 'a':\n      return 1;\n  }\n  return 0;\n}\n";

const manager = (text: string): string => `import { type EntityManager } from 'typeorm';\n${text}`;
const opened =
  "import { type DataSource } from 'typeorm';\nexport const f = (d: DataSource) => d.transaction(async () => 1);\n";

/** Code that is forbidden everywhere, with the places where it is allowed. */
const BANS: readonly Plant[] = [
  { what: 'console', file: SRC, text: "console.log('x');\n", rules: ['no-console'] },
  { what: 'the global event', file: SRC, text: 'export const e: unknown = event;\n', rules: ['no-restricted-globals'] },
  { what: 'process.env', file: SRC, text: 'export const e = process.env;\n', rules: ['no-restricted-properties'] },
  {
    what: 'process.env in config',
    file: 'src/platform/config/x.ts',
    text: 'export const e = process.env;\n',
    rules: [],
  },
  { what: 'Date.now()', file: SRC, text: 'export const t = Date.now();\n', rules: ['no-restricted-properties'] },
  { what: 'Math.random()', file: SRC, text: 'export const r = Math.random();\n', rules: ['no-restricted-properties'] },
  { what: 'new Date()', file: SRC, text: 'export const t = new Date();\n', rules: ['no-restricted-syntax'] },
  { what: 'new Date(0)', file: SRC, text: 'export const t = new Date(0);\n', rules: [] },
  {
    what: 'the clock itself',
    file: 'src/kernel/clock.ts',
    text: 'export const t = [new Date(), Date.now()];\n',
    rules: [],
  },
  {
    what: 'forwardRef',
    file: SRC,
    text: "import { forwardRef } from '@nestjs/common';\nexport const ref: unknown = forwardRef(() => Object);\n",
    rules: ['no-restricted-syntax', 'no-restricted-syntax', 'no-restricted-syntax'],
  },
  {
    what: 'a transaction that is not the first parameter',
    file: SRC,
    text: manager('export function f(id: string, tx: EntityManager): unknown {\n  return [id, tx];\n}\n'),
    rules: ['no-restricted-syntax'],
  },
  {
    what: 'a method type whose transaction is not the first parameter',
    file: SRC,
    text: manager('export interface F {\n  f(id: string, tx: EntityManager): unknown;\n}\n'),
    rules: ['no-restricted-syntax'],
  },
  {
    what: 'a transaction as the first parameter',
    file: SRC,
    text: manager('export const f = (tx: EntityManager, id: string): unknown => [id, tx];\n'),
    rules: [],
  },
  { what: 'a transaction opened past Transactions', file: SRC, text: opened, rules: ['no-restricted-syntax'] },
  {
    what: 'a transaction opened by Transactions',
    file: 'src/platform/database/connection/x.ts',
    text: opened,
    rules: [],
  },
  ...[
    ['an update in data/', "tx.update(Object, { id: '1' }, {})", ['no-restricted-syntax']],
    ['a removal in data/', 'tx.remove(tx)', ['no-restricted-syntax']],
    ['a statement in data/', "tx.query('DELETE FROM orders')", ['no-restricted-syntax']],
    ['a builder that updates in data/', 'tx.createQueryBuilder().update().execute()', ['no-restricted-syntax']],
    ['a statement with values in data/', 'tx.query(`UPDATE orders SET x = ${1}`)', ['no-restricted-syntax']],
    ['a read in data/', 'tx.find(Object)', []],
    ['a statement that reads in data/', "tx.query('SELECT 1')", []],
    ['a set that forgets in data/', 'new Set([tx]).delete(tx)', []],
  ].map(([what, call, rules]) => ({
    what: String(what),
    file: DATA,
    text: manager(`export const f = (tx: EntityManager): unknown => ${String(call)};\n`),
    rules: rules as string[],
  })),
  {
    what: 'a helper that writes in data/',
    file: DATA,
    text: "import { removeRows } from '../../../platform/database/rows/row-removal';\nimport { insertRows } from '../../../platform/database/rows/row-reader';\nexport const f = [removeRows, insertRows];\n",
    rules: ['@typescript-eslint/no-restricted-imports', '@typescript-eslint/no-restricted-imports'],
  },
  {
    what: 'a helper that reads in data/',
    file: DATA,
    text: "import { readById } from '../../../platform/database/rows/row-reader';\nexport const f = readById;\n",
    rules: [],
  },
  {
    what: 'any',
    file: SRC,
    text: 'export function f(a: any): number {\n  return a === 1 ? 1 : 2;\n}\n',
    rules: ['@typescript-eslint/no-explicit-any'],
  },
  {
    what: '!',
    file: SRC,
    text: 'export const f = (a?: string): number => a!.length;\n',
    rules: ['@typescript-eslint/no-non-null-assertion'],
  },
  {
    what: 'a floating promise',
    file: SRC,
    text: 'export function f(p: Promise<number>): void {\n  p.then(String);\n}\n',
    rules: ['@typescript-eslint/no-floating-promises'],
  },
  {
    what: 'a type imported as a value',
    file: SRC,
    text: "import { Clock } from './clock';\nexport type C = Clock;\n",
    rules: ['@typescript-eslint/consistent-type-imports'],
  },
  {
    what: 'an unused variable',
    file: SRC,
    text: 'const x = 1;\nexport {};\n',
    rules: ['@typescript-eslint/no-unused-vars'],
  },
  {
    what: 'a pattern that tries every split of a text',
    file: SRC,
    text: 'export const P = /^(?:a+)+$/;\n',
    rules: ['regexp/no-super-linear-backtracking'],
  },
  {
    what: 'a pattern that looks again from every place of a text',
    file: SRC,
    text: "export const f = (s: string): string => s.replace(/0+$/, '');\n",
    rules: ['regexp/no-super-linear-move'],
  },
  { what: 'a forgotten case', file: SRC, text: closed, rules: ['@typescript-eslint/switch-exhaustiveness-check'] },
  { what: 'an unused disable', file: SRC, text: disable('no-console'), rules: [unused('no-console')] },
  { what: 'an unused disable in a spec', file: SPEC, text: disable('complexity'), rules: [unused('complexity')] },
  { what: 'a test without expectation', file: SPEC, text: "it('x', () => {});\n", rules: ['jest/expect-expect'] },
  {
    what: 'a skipped test',
    file: SPEC,
    text: test("describe.skip('x', () => {});"),
    rules: ['jest/no-disabled-tests'],
  },
  { what: 'a focused test', file: SPEC, text: test("describe.only('x', () => {});"), rules: ['jest/no-focused-tests'] },
];

/** The rules that speak, by text, in the order of the plants. */
function lint(plants: readonly Plant[]): Promise<string[][]> {
  const script = join(__dirname, 'lint-planted.mjs');
  return new Promise((done, failed) => {
    const child = execFile(process.execPath, [script], { cwd: ROOT }, (error, stdout, stderr) => {
      if (error) failed(new Error(stderr, { cause: error }));
      else done(JSON.parse(stdout) as string[][]);
    });
    child.stdin?.end(JSON.stringify(plants.map(({ file, text }) => ({ file, text }))));
  });
}

describe('the lint configuration', () => {
  const plants = [...BUDGETS, ...BANS];
  let found: string[][];
  beforeAll(async () => {
    found = await lint(plants);
  });

  it.each(plants.map(({ what, rules }, i) => ({ what, rules, i })))('$what: $rules', ({ rules, i }) => {
    expect(found[i]).toEqual(rules);
  });
});
