import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

/** Runs the linter on a document. @returns its output by lines, and whether it found nothing */
function lint(file: string): Promise<{ readonly lines: string[]; readonly isClean: boolean }> {
  return new Promise((done) => {
    execFile(process.execPath, ['test/support/lint-openapi.mjs', file], { cwd: ROOT }, (error, stdout, stderr) => {
      done({ lines: `${stdout}${stderr}`.trim().split('\n'), isClean: error === null });
    });
  });
}

describe('openapi.json under the recommended rules of Redocly', () => {
  it('has no error and no warning', async () => {
    expect(await lint('openapi.json')).toEqual({ lines: ['The document is clean.'], isClean: true });
  });

  it('would not pass with a fault in it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'storekeeper-lint-'));
    const document = join(folder, 'openapi.json');
    const get = {
      operationId: 'list',
      security: [],
      responses: { 200: { description: 'All.' }, 400: { description: 'No.' } },
    };
    const info = {
      title: 'planted',
      version: '1',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    };
    const servers = [{ url: '/' }];
    writeFileSync(document, JSON.stringify({ openapi: '3.0.3', info, servers, paths: { '/planted': { get } } }));
    expect(await lint(document)).toEqual({
      lines: [
        'error operation-summary #/paths/~1planted/get/summary: Operation object should contain `summary` field.',
      ],
      isClean: false,
    });
    rmSync(folder, { recursive: true });
  });
});
