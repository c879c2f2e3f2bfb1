import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERIFICATION_CODE } from '../../console/src/features/webhooks/verification-code';
import { webhookHeaders } from '../../src/modules/webhooks/domain/webhook-signature';
import { emptyFolder } from '../support/store.process';
import { blocksOf, readPage, ROOT } from './pages';

const SECRET = 'whsec_c3RvcmVrZWVwZXItZXhhbXBsZS1zZWNyZXQtMDE=';
const BODY = JSON.stringify([{ id: 'evt-1', type: 'order.created', data: { title: 'Tea & “mugs”' } }]);

const guideIn = (kind: string): string =>
  blocksOf(readPage('docs/webhooks.md')).find((block) => block.kind === kind)?.text ?? '';

/** The code of the guide in each language and that of the console, so that each prints the type of the first event. */
const LANGUAGES = [
  {
    name: 'the js code of docs/webhooks.md',
    program: process.execPath,
    file: 'verify.js',
    code: `${guideIn('js')}
      const input = JSON.parse(require('node:fs').readFileSync(0));
      console.log(eventsOf(input.body, input.headers, input.secret)[0].type);`,
  },
  {
    name: 'the python code of docs/webhooks.md',
    program: 'python3',
    file: 'verify.py',
    code: `${guideIn('python')}
import sys
given = json.load(sys.stdin)
print(events_of(given["body"].encode(), given["headers"], given["secret"])[0]["type"])`,
  },
  {
    name: 'the php code of docs/webhooks.md',
    program: 'php',
    file: 'verify.php',
    code: `${guideIn('php')}
      $given = json_decode(file_get_contents('php://stdin'), true);
      echo events_of($given['body'], $given['headers'], $given['secret'])[0]['type'], "\\n";`,
  },
  {
    name: 'the code that the console shows',
    program: process.execPath,
    file: 'verify.mjs',
    code: `const { body, headers, secret } = await new Response(process.stdin).json();
      ${VERIFICATION_CODE}
      console.log(events[0].type);`,
  },
];
const [there, missing] = [true, false].map((isThere) =>
  LANGUAGES.filter(({ program }) => (spawnSync(program, ['--version']).error === undefined) === isThere),
) as [typeof LANGUAGES, typeof LANGUAGES];

/** The headers of a webhook, as the store makes them while the secret is rotated. */
function signed(sentAt: Date, secret = SECRET): Record<string, string> {
  const secrets = ['another secret', secret];
  const body = Buffer.from(BODY);
  return webhookHeaders({
    id: 'evt-1',
    sentAt,
    body,
    secrets,
    contentType: 'json',
    attempt: 1,
    userAgent: 'storekeeper',
  });
}

if (missing.length > 0)
  process.stderr.write(`Not installed, so not tried: ${missing.map(({ program }) => program).join(', ')}\n`);

describe.each(there)('$name', ({ program, file, code }) => {
  const folder = emptyFolder();
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, file), code);

  const verify = (given: {
    body: string;
    headers: Record<string, string>;
    secret?: string;
  }): { status: number | null; stdout: string } => {
    const input = JSON.stringify({ secret: SECRET, ...given });
    const { status, stdout } = spawnSync(program, [file], { cwd: folder, input, encoding: 'utf8' });
    return { status, stdout };
  };

  it.each([
    ['whsec_ and base64', SECRET],
    ['whsec_ and base64 without padding', 'whsec_MTIzNDU2Nzg5MA'],
    ['whsec_ and base64 that needs less padding', 'whsec_MTIzNDU2Nzg'],
    ['plain text', 'correct horse'],
    ['plain text that is not ASCII', 'correct hörse 🐎'],
  ])('accepts a request that the store signed with a secret of %s', (_, secret) => {
    const given = { body: BODY, headers: signed(new Date(), secret), secret };
    expect(verify(given)).toEqual({ status: 0, stdout: 'order.created\n' });
  });

  it.each([
    ['another body', { body: `${BODY} `, headers: signed(new Date()) }],
    ['an old timestamp', { body: BODY, headers: signed(new Date(Date.now() - 301_000)) }],
    ['another secret', { body: BODY, headers: signed(new Date(), 'correct horse') }],
    ['another id', { body: BODY, headers: { ...signed(new Date()), 'webhook-id': 'evt-2' } }],
  ])('rejects %s', (_, given) => {
    const { status, stdout } = verify(given);
    expect({ isRejected: status !== 0, stdout: stdout.includes('order.created') }).toEqual({
      isRejected: true,
      stdout: false,
    });
  });
});
