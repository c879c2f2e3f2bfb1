import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt, runCommand, StoreProcess } from '../support/store.process';

describe('what a command says of what it was given', () => {
  let folder: string;

  // A build takes half a minute on a busy machine.
  beforeAll(ensureBuilt);
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'faults-'))));
  afterEach(async () => {
    await StoreProcess.stopAll();
    rmSync(folder, { recursive: true, force: true });
  });

  const env = { DATABASE_URL: 'sqlite:store.sqlite' };

  it.each([
    ['', 'name is required'],
    ['  ', 'name is required'],
    ['a\nb', 'name must be a single line'],
    ['a\u0007b', 'name must be a single line'],
    ['--scopes', 'name is required'],
    ['a'.repeat(256), 'name must be at most 255 characters'],
  ])('client:create takes the names that the API takes: %j', async (name, fault) => {
    for (const more of [[], ['--public', '--origin', 'https://shop.example']]) {
      const { code, stdout, stderr } = await runCommand(folder, env, 'client:create', '--name', name, ...more);
      expect([code, stdout, stderr.trim()]).toEqual([1, '', fault]);
    }
  });

  it.each([
    ['--public', '--origin', 'https://shop.example'],
    ['--origin', 'https://shop.example'],
    ['--scopes', 'orders:read'],
    ['', '--scopes', ''],
    ['', '--public', '--scopes', 'orders:read'],
  ])('client:create misses the name that was left out before all else: %j', async (...words) => {
    const ended = await runCommand(folder, env, 'client:create', '--name', ...words);
    expect(ended).toEqual({ code: 1, stdout: '', stderr: 'name is required\n' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    [['backup', 'copy.sqlite']],
    [['console']],
    [['token']],
    [['seed', '--orders', '1']],
    [['migrate', '--check']],
    [undefined],
  ])('a file that is no database is one line: %j', async (args) => {
    writeFileSync(join(folder, 'store.sqlite'), 'no database. '.repeat(100));
    const started = args === undefined ? new StoreProcess('main.js', folder, { ...env, PORT: '0' }).ended : undefined;
    const { code, stdout, stderr } = await (started ?? runCommand(folder, env, ...(args ?? [])));
    const fault = 'The database store.sqlite cannot be opened: file is not a database. Check DATABASE_URL\n';
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      `${args === undefined ? 'storekeeper cannot start. ' : ''}${fault}`,
    ]);
    expect(readdirSync(folder)).toEqual(['store.sqlite']);
  });

  it('a file that cannot be written is one line', async () => {
    const { code, stdout, stderr } = await runCommand(folder, env, 'openapi', folder);
    expect([code, stdout, stderr]).toEqual([1, '', `EISDIR: illegal operation on a directory, open '${folder}'\n`]);
  });

  it.each([
    ['HOST', 'no-such-host.invalid'],
    ['HOST', '192.0.2.1'],
    ['METRICS_HOST', '192.0.2.1'],
  ])('an address that is none names its setting: %s %s', async (setting, host) => {
    const given = { ...env, PORT: '0', METRICS_PORT: '0', [setting]: host };
    const { code, stderr } = await new StoreProcess('main.js', folder, given).ended;
    const fault = new RegExp(
      `^storekeeper cannot start\\. ${setting} ${host} is no address of this machine: E[A-Z_]+\n$`,
    );
    expect([code, stderr]).toEqual([1, expect.stringMatching(fault)]);
  });

  it.each([
    ['is not there', () => undefined],
    ['is an empty file', (path: string) => writeFileSync(path, '')],
  ])('a backup of a database that %s is refused, and nothing is written', async (_, prepare) => {
    const path = join(folder, 'store.sqlite');
    prepare(path);
    const before = readdirSync(folder);
    const { code, stdout, stderr } = await runCommand(folder, env, 'backup', 'copy.sqlite');
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      expect.stringMatching(/^There is no database at .*store\.sqlite\.\n$/),
    ]);
    expect(readdirSync(folder)).toEqual(before);
  });
});
