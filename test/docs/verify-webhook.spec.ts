import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { emptyFolder } from '../support/store.process';
import { blocksOf, readPage, ROOT } from './pages';

const SECRET = 'whsec_c3RvcmVrZWVwZXItZXhhbXBsZS1zZWNyZXQtMDE=';
const BODY = JSON.stringify([{ id: 'evt-1', type: 'order.created', data: { title: 'Tea & “mugs”' } }]);

/** Calls of the guide's code in each language: each prints the type of the first event. */
const LANGUAGES = [
  {
    kind: 'js',
    program: process.execPath,
    file: 'verify.js',
    call: `const input = JSON.parse(require('node:fs').readFileSync(0));
      console.log(eventsOf(input.body, input.headers, input.secret)[0].type);`,
  },
  {
    kind: 'python',
    program: 'python3',
    file: 'verify.py',
    call: `import sys
given = json.load(sys.stdin)
print(events_of(given["body"].encode(), given["headers"], given["secret"])[0]["type"])`,
  },
  {
    kind: 'php',
    program: 'php',
    file: 'verify.php',
    call: `$given = json_decode(file_get_contents('php://stdin'), true);
      echo events_of($given['body'], $given['headers'], $given['secret'])[0]['type'], "\\n";`,
  },
];
const [there, missing] = [true, false].map((isThere) =>
  LANGUAGES.filter(({ program }) => (spawnSync(program, ['--version']).error === undefined) === isThere),
) as [typeof LANGUAGES, typeof LANGUAGES];

function signed(sentAt: Date): Record<string, string> {
  return {
    'webhook-id': 'evt-1',
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': `v1,bm90IHRoaXMgb25l ${new Webhook(SECRET).sign('evt-1', sentAt, BODY)}`,
  };
}

if (missing.length > 0)
  process.stderr.write(`Not installed, so not tried: ${missing.map(({ program }) => program).join(', ')}\n`);

describe.each(there)('the $kind code of docs/webhooks.md', ({ kind, program, file, call }) => {
  const code = blocksOf(readPage('docs/webhooks.md')).find((block) => block.kind === kind)?.text ?? '';
  const folder = emptyFolder();
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, file), `${code}\n${call}\n`);

  const verify = (given: {
    body: string;
    headers: Record<string, string>;
  }): { status: number | null; stdout: string } => {
    const input = JSON.stringify({ secret: SECRET, ...given });
    const { status, stdout } = spawnSync(program, [file], { cwd: folder, input, encoding: 'utf8' });
    return { status, stdout };
  };

  it('accepts a request that the store signed', () => {
    expect(verify({ body: BODY, headers: signed(new Date()) })).toEqual({ status: 0, stdout: 'order.created\n' });
  });

  it.each([
    ['another body', { body: `${BODY} `, headers: signed(new Date()) }],
    ['an old timestamp', { body: BODY, headers: signed(new Date(Date.now() - 301_000)) }],
    ['another id', { body: BODY, headers: { ...signed(new Date()), 'webhook-id': 'evt-2' } }],
  ])('rejects %s', (_, given) => {
    const { status, stdout } = verify(given);
    expect({ isRejected: status !== 0, stdout: stdout.includes('order.created') }).toEqual({
      isRejected: true,
      stdout: false,
    });
  });
});
