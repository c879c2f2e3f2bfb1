import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { hasGenerators } from '../support/programs.cjs';

const ROOT = resolve(__dirname, '../..');

/** Runs a linter on a document. @returns its output by lines, and whether it found nothing */
function lint(
  file: string,
  linter: 'redocly' | 'spectral',
): Promise<{ readonly lines: string[]; readonly isClean: boolean }> {
  return new Promise((done) => {
    execFile(
      process.execPath,
      ['test/support/lint-openapi.mjs', file, linter],
      { cwd: ROOT },
      (error, stdout, stderr) => {
        done({ lines: `${stdout}${stderr}`.trim().split('\n'), isClean: error === null });
      },
    );
  });
}

/** A document in which these linters find something. */
const PLANTED = {
  openapi: '3.0.3',
  info: { title: 'planted', version: '1', license: { name: 'MIT', url: 'https://opensource.org/license/mit' } },
  servers: [{ url: '/' }],
  paths: {
    '/planted': {
      get: {
        operationId: 'list',
        security: [],
        responses: { 200: { description: 'All.' }, 400: { description: 'No.' } },
      },
    },
  },
};
const FOUND = {
  redocly: ['error operation-summary #/paths/~1planted/get/summary: Operation object should contain `summary` field.'],
  spectral: [
    'warning info-contact #/info: Info object must have "contact" object.',
    'warning info-description #/info: Info "description" must be present and non-empty string.',
    'warning operation-description #/paths//planted/get: Operation "description" must be present and non-empty string.',
    'warning operation-tags #/paths//planted/get: Operation must have non-empty "tags" array.',
  ],
};

describe('openapi.json under the recommended rules', () => {
  // Spectral takes half a minute of processor time for it: `npm run lint -- api`.
  it('of Redocly has no error and no warning', async () => {
    expect(await lint('openapi.json', 'redocly')).toEqual({ lines: ['The document is clean.'], isClean: true });
  });

  it.each(hasGenerators() ? (['redocly', 'spectral'] as const) : (['redocly'] as const))(
    'of %s would not pass with a fault in it',
    async (linter) => {
      const folder = mkdtempSync(join(tmpdir(), 'storekeeper-lint-'));
      const document = join(folder, 'openapi.json');
      writeFileSync(document, JSON.stringify(PLANTED));
      expect(await lint(document, linter)).toEqual({ lines: FOUND[linter], isClean: false });
      rmSync(folder, { recursive: true });
    },
  );
});
