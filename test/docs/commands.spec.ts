import { execFile } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeDatabase } from '../support/database';
import { describeWith } from '../support/left-out';
import { startStore } from '../support/store';
import { emptyFolder, ensureBuilt } from '../support/store.process';
import { alertsOf, blocksOf, headingsOf, missingIn, readPage, ROOT, unknownCommands } from './pages';

const PAGES = ['docs/operations.md', 'docs/scaling.md', 'docs/upgrading.md'];
const RULES = join(ROOT, 'deploy/prometheus/alerts.yaml');

/** Runs the blocks of one page in one shell's world: what a block exports, the next one has. */
class Shell {
  readonly folder = emptyFolder();
  private output = '';
  private readonly state = join(this.folder, 'state.sh');

  constructor(private readonly database: string) {
    for (const name of ['build.mjs', 'dist', 'node_modules', 'package.json'])
      symlinkSync(join(ROOT, name), join(this.folder, name));
    writeFileSync(this.state, '');
  }

  /** Replaces the addresses of the page by those of this run. */
  private substituted(text: string): string {
    const server = new URL(process.env['TEST_DATABASE_URL'] ?? '');
    const redis = `${process.env['TEST_REDIS_URL'] ?? ''}/${process.env['JEST_WORKER_ID'] ?? '1'}`;
    const login = `--host=${server.hostname} --port=${server.port} --user=${server.username} --password=${server.password}`;
    const clients = [...this.output.matchAll(/^client_id: +(\S+)$/gm)].map(([, id]) => id ?? '');
    const table: Readonly<Record<string, string>> = {
      'mariadb://store:secret@db:3306/store': `${server.href.replace(/\/$/, '')}/${this.database}`,
      'redis://redis:6379': redis,
      '--host=db --user=store --password=secret': login,
      ' store > store.sql': ` ${this.database} > store.sql`,
      ' store < store.sql': ` ${this.database} < store.sql`,
      'DATABASE store': `DATABASE ${this.database}`,
      // The one made first: it has been replaced by then.
      '<client_id>': clients[0] ?? '<client_id>',
    };
    return Object.entries(table).reduce((all, [shown, real]) => all.replaceAll(shown, real), text);
  }

  /** A setting that the blocks so far have exported. */
  exported(name: string): string {
    return new RegExp(`^declare -x ${name}="(.*)"$`, 'm').exec(readFileSync(this.state, 'utf8'))?.[1] ?? '';
  }

  /** @throws Error with all the block said, when a command of it fails */
  async run(text: string): Promise<string> {
    const commands = this.substituted(text);
    const script = `set -euo pipefail\nsource '${this.state}'\n${commands}\nexport -p > '${this.state}'\n`;
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], npm_config_update_notifier: 'false' };
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: this.folder, env });
    this.output += stdout;
    return stdout;
  }
}

/** @param between what is done before a block, by its text: what happens in a store meanwhile */
async function runPage(
  page: string,
  database: string,
  between: (shell: Shell, text: string) => Promise<void> = () => Promise.resolve(),
): Promise<{ said: string[]; shell: Shell }> {
  await makeDatabase(process.env['TEST_DATABASE_URL'] ?? '', database);
  const shell = new Shell(database);
  const said: string[] = [];
  for (const { kind, text, line } of blocksOf(readPage(page))) {
    if (kind !== 'bash') continue;
    await between(shell, text);
    try {
      said.push(await shell.run(text));
    } catch (error) {
      throw new Error(`${page}:${line} failed`, { cause: error });
    }
  }
  return { said, shell };
}

/** Prepares a store for a block of commands: a webhook with its secret, or a database file of its own. */
async function use(shell: Shell, text: string): Promise<void> {
  if (text.includes('mariadb-dump')) {
    const store = await startStore(shell.exported('DATABASE_URL'), { SECRETS_KEY: shell.exported('SECRETS_KEY') });
    const form = { url: 'https://example.com/', content_type: 'json', create: 1, update: 1, delete: 1, enabled: 1 };
    expect((await store.request('POST', '/v1/webhooks', { form })).status).toBe(201);
    await store.close();
  }
  if (text.includes('store -- backup'))
    await shell.run('DATABASE_URL=sqlite:data/store.sqlite REDIS_URL= npm run migrate');
}

describe('the commands of the pages', () => {
  const known = [...readFileSync(join(ROOT, 'src/cli/store.ts'), 'utf8').matchAll(/\.command\('([\w:-]+)/g)].map(
    ([, name]) => name ?? '',
  );

  it.each(PAGES)('%s: each block is one to be run or one to be looked at', (page) => {
    expect(blocksOf(readPage(page)).filter(({ kind }) => !['bash', 'console'].includes(kind))).toEqual([]);
  });

  it.each([...PAGES, 'README.md', 'deploy/README.md'])('%s: name scripts, files and commands there are', (page) => {
    const blocks = blocksOf(readPage(page));
    expect(blocks.length).toBeGreaterThan(0);
    const faults = blocks.flatMap(({ text }) => [...missingIn(text), ...unknownCommands(text, known)]);
    expect(faults).toEqual([]);
  });

  it('would be caught when they are not there, or a block is not marked', () => {
    const page =
      '1. One\n\n   ```bash\n   npm run none\n   npm run store -- fly\n   ```\n\n```\nnode dist/src/none.js\n```\n';
    const blocks = blocksOf(page);
    expect(blocks).toEqual([
      { kind: 'bash', text: 'npm run none\nnpm run store -- fly', line: 3 },
      { kind: '', text: 'node dist/src/none.js', line: 8 },
    ]);
    expect(blocks.flatMap(({ text }) => missingIn(text))).toEqual(['none', 'dist/src/none.js']);
    expect(blocks.flatMap(({ text }) => unknownCommands(text, known))).toEqual(['fly']);
  });
});

describe('the runbook of the alerts', () => {
  it('has a heading for every alert, and no other', () => {
    const headings = headingsOf(readPage('docs/operations.md'));
    expect(new Set(headings).size).toBe(headings.length);
    const alerts = existsSync(RULES) ? alertsOf(readFileSync(RULES, 'utf8')) : headings;
    expect([...headings].sort()).toEqual([...alerts].sort());
    expect(headings.length).toBeGreaterThan(0);
  });

  it('reads alerts as headings', () => {
    expect(alertsOf('  - alert: EventBacklog\n  - alert: WakeUpsLost\n')).toEqual(['event-backlog', 'wake-ups-lost']);
  });
});

// Real servers are the point of it: without them there is nothing to try.
describeWith(['mariadb', 'redis'], 'the commands of the pages, run', () => {
  beforeAll(ensureBuilt);

  it('docs/operations.md: from the installation to a rotated key', async () => {
    const { said, shell } = await runPage('docs/operations.md', 'docs_operations', use);
    const all = said.join('');
    expect(all).toContain('Migrated: Foundation1763700000000');
    expect(all).toContain('The database is up to date.');
    expect(all).toContain('Written to store-copy.sqlite.');
    // After the restore, before they are sealed anew, and with the new key alone.
    expect(all.match(/(?<=^Secrets of webhooks: ).*/gm)).toEqual([
      '1 with the present key, 0 with an older key, 0 that cannot be opened',
      '0 with the present key, 1 with an older key, now sealed anew, 0 that cannot be opened',
      '1 with the present key, 0 with an older key, 0 that cannot be opened',
    ]);
    expect(all).toContain('Revoked.');
    expect(
      ['store.sql', 'store.sql.gz', 'store-copy.sqlite'].filter((file) => existsSync(join(shell.folder, file))),
    ).toEqual(['store.sql', 'store.sql.gz', 'store-copy.sqlite']);
  });

  it('docs/upgrading.md', async () => {
    const { said } = await runPage('docs/upgrading.md', 'docs_upgrading');
    expect(said.join('')).toContain('The database is up to date.');
  });

  it('docs/scaling.md', async () => {
    const { said } = await runPage('docs/scaling.md', 'docs_scaling');
    expect(said.join('')).toMatch(/max_connections\t\d+\nmaxmemory-policy\nnoeviction\n/);
  });
});
