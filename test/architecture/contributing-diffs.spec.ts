import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describeWith } from '../support/left-out';
import { RUN_FOLDER } from '../support/run-folder';

const ROOT = resolve(__dirname, '../..');
const TITLES = ['An action of promotions', 'A rule operator', 'A type of rule', 'A payment gateway', 'A store object'];
const COPIED = [
  ...['src', 'test/support', 'test/builders', 'package.json', 'tsconfig.json', '.swcrc'],
  ...['clients/typescript', 'console', 'docs/webhooks.md'],
];
/** A compilation and a store in a process of its own, on two busy cores. */
const LONG = 300_000;

const FIELD = 'Adding a field to a resource';
const ORDERS_FIELD = 'A field of orders';
const BUYERS_FIELD = 'A field of orders that buyers send';
const FILTER = 'Adding a filter that is no field';
const CONTENT_TYPE = 'A content type of webhooks';

/** The uses of the added field of orders. */
const GIFT_NOTE = {
  ...{ made: 'For Ada', changed: 'For Grace', unset: null, found: ['For Ada'], events: [null, 'For Grace', 'For Ada'] },
  ...{ refused: 'gift_note must be at most 255 characters', form: 'string' },
};

/** The diff under a heading of CONTRIBUTING.md. */
function diffUnder(title: string): string {
  const [, section = ''] = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').split(`# ${title}\n`);
  const [, diff = ''] = section.split('```diff\n');
  return diff.slice(0, diff.indexOf('```'));
}

/** Files that a diff makes and lines that it changes in files that are there. */
function changesOf(diff: string): { made: string[]; changed: string[] } {
  const made: string[] = [];
  const changed: string[] = [];
  for (const part of diff.split(/^--- /m).slice(1)) {
    const [before = '', after = '', ...lines] = part.split('\n');
    if (before === '/dev/null') made.push(after.replace('+++ b/', ''));
    // Words for people stand together by language, one line each (promotions-at-scale.md 8).
    else if (isTexts(before))
      expect(lines.filter((line) => /^[+-]/.test(line))).toEqual([expect.stringMatching(/^\+ /)]);
    else changed.push(...lines.filter((line) => /^[+-]/.test(line)));
  }
  return { made, changed };
}

const isTexts = (path: string): boolean => /\/domain\/messages\/(english|german)(-of-orders)?\.ts$/.test(path);

/** Files that a diff changes or makes. */
const filesOf = (diff: string): string[] => [...diff.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, path = '']) => path);

/** The folder that all of the files are in; the file's own when there is one alone. */
function folderOf([first = '', ...others]: readonly string[]): string {
  let folder = dirname(first);
  while (!others.every((path) => path.startsWith(`${folder}/`))) folder = dirname(folder);
  return folder;
}

describeWith(['git'], 'CONTRIBUTING.md', () => {
  let copy: string;
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'storekeeper-contributing-'));
    for (const path of COPIED) cpSync(join(ROOT, path), join(copy, path), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  const run = async (program: string, ...parameters: string[]): Promise<string> => {
    // The copy has a document of its own.
    const { [RUN_FOLDER]: _, ...env } = process.env;
    try {
      return (await promisify(execFile)(program, parameters, { cwd: copy, env })).stdout;
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${program} failed: ${stdout}${stderr}`, { cause: error });
    }
  };

  it.each(TITLES)('%s is one file or folder and one line', (title) => {
    const { made, changed } = changesOf(diffUnder(title));
    const lines = changed.filter((line) => line !== '+  supplier: () => undefined,');
    expect(lines).toEqual([expect.stringMatching(/^\+export \{ \w+ \} from '.+';$/)]);
    expect(made.length === 1 || made.every((path) => path.startsWith('src/modules/suppliers/'))).toBe(true);
    expect(folderOf(made)).toMatch(
      /^src\/modules\/(promotions\/domain\/(actions|rules(\/operators)?)|payments\/gateways\/\w+|suppliers)$/,
    );
  });

  it('a field of a resource is a property of its entity and a migration', () => {
    const { made, changed } = changesOf(diffUnder(FIELD));
    expect(made).toEqual(['src/app/migrations/1790000000001-brand-mottos.ts']);
    expect(changed.filter((line) => !/^[+-](?:import|export) .*;$/.test(line))).toEqual([
      '-export class Brand extends Shelf {}',
      '+export class Brand extends Shelf {',
      "+  @Text({ search: true, description: 'Motto.', example: 'Made by hand' })",
      '+  motto!: string | null;',
      '+}',
    ]);
  });

  it('a content type of webhooks is one entry, and its row in the guide', () => {
    const { made, changed } = changesOf(diffUnder(CONTENT_TYPE));
    expect(made).toEqual([]);
    expect(filesOf(diffUnder(CONTENT_TYPE))).toEqual([
      'docs/webhooks.md',
      'src/modules/webhooks/domain/webhook-formats.ts',
    ]);
    expect(changed.filter((line) => !line.startsWith('+'))).toEqual([]);
  });

  it('a field of orders is one too, in another class where buyers send it', () => {
    const { made, changed } = changesOf(diffUnder(ORDERS_FIELD));
    expect(made).toEqual(['src/app/migrations/1790000000002-gift-notes.ts']);
    const property = [
      "  @Text({ description: 'Words for a card in the parcel.', example: 'Happy birthday, Ada!' })",
      '  giftNote!: string | null;',
    ];
    const added = (lines: readonly string[]): string[] =>
      lines.filter((line) => /^[+] /.test(line)).map((line) => line.slice(1));
    expect(added(changed)).toEqual(property);
    const moved = changesOf(diffUnder(BUYERS_FIELD));
    expect([moved.made, added(moved.changed)]).toEqual([[], property]);
  });

  const apply = async (title: string): Promise<void> => {
    writeFileSync(join(copy, 'change.diff'), diffUnder(title));
    await run('git', 'apply', 'change.diff');
  };
  /** Compiles the copy, and returns what its additions did. */
  const use = async (...what: string[]): Promise<unknown> => {
    const register = join(copy, 'test/support/typescript.register.cjs');
    const script = 'test/support/contributing-additions.ts';
    const [said] = await Promise.all([
      run(process.execPath, '--require', register, script, ...what),
      run(process.execPath, 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.check.json'),
    ]);
    return JSON.parse(said) as unknown;
  };

  it(
    'has diffs that apply, compile and work together',
    async () => {
      for (const title of [...TITLES, FIELD, ORDERS_FIELD, FILTER, CONTENT_TYPE]) await apply(title);
      writeFileSync(
        join(copy, 'tsconfig.check.json'),
        JSON.stringify({
          extends: './tsconfig.json',
          compilerOptions: { noEmit: true, incremental: true },
          include: ['src'],
        }),
      );
      const used = await use();
      await run(process.execPath, 'clients/typescript/build.mjs', 'schema');
      await run(process.execPath, 'node_modules/typescript/bin/tsc', '-p', 'console');
      expect(used).toEqual({
        action: {
          discount: 2.5,
          lines: [0, 2.5],
          key: 'discount_cheapest',
          offered: {
            label: 'Discount the cheapest item by a percentage',
            instructions: 'The cheapest item costs this percentage less.',
            example: 'half off the cheapest',
            fields: { amount: { name: 'Percent off the cheapest', unit: 'percent', required: true, default: '50' } },
          },
        },
        operator: { lines: [0, 5], offered: { name: 'has the value as a word of its own', takes: 'value' } },
        rule: {
          applied: [1, 0],
          reason: 'match_rules',
          path: 'match_rules.children.0',
          type: 'first_item',
          match: 'title',
          operator: 'starts_with',
          against: 'red',
          actual: 'Blue tee',
        },
        gateway: { enabled: true, message: 'Payment successful', gateway: 'invoice', status: 'paid' },
        field: {
          made: { status: 201, motto: 'By hand' },
          found: ['By hand'],
          searched: ['By hand'],
          events: ['By hand'],
          form: 'string',
          unset: null,
          refused: 'motto must be at most 255 characters',
        },
        contentType: {
          sent: 'application/vnd.store.event+json',
          event: { type: 'brand.created', data: { title: 'Bare' } },
          offered: 'application/vnd.store.event+json',
          documented: { $ref: '#/components/schemas/BrandCreatedEvent' },
        },
        orders: {
          ...GIFT_NOTE,
          checkout: { placed: null, events: [null] },
          repeated: { isSame: true, isReplacedByOther: false },
        },
        filter: { found: [['Courier'], ['Courier', 'Post'], []], schema: 'number' },
        object: { status: 201, events: ['supplier.created'], names: ['Mill & Sons'] },
      });
      await apply(BUYERS_FIELD);
      expect(await use('orders')).toEqual({
        ...GIFT_NOTE,
        checkout: { placed: 'For Ada', events: ['For Ada', 'For Ada'], refused: GIFT_NOTE.refused },
        repeated: { isSame: true, isReplacedByOther: true },
      });
    },
    LONG,
  );
});
