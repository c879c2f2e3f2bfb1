import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '../../src/app/migrations';
import { TEST_SECRETS_KEY } from '../support/store';
import { emptyFolder, ensureBuilt, runCommand } from '../support/store.process';

const MIGRATED = `Migrated: ${migrations.map(({ name }) => name).join(', ')}`;
const MISSING = `Not yet migrated: ${migrations.map(({ name }) => name).join(', ')}`;
const CURRENT = 'The database is up to date.';
/** Nothing listens there. */
const AWAY = '127.0.0.1:1';

describe('store migrate --stores', () => {
  let folder: string;
  /** Runs the command beside the settings of one more store, which those of files must replace. */
  const migrate = (...args: string[]) =>
    runCommand(folder, { DATABASE_URL: 'sqlite:shell.sqlite' }, 'migrate', ...args);
  const write = (name: string, settings: Record<string, string>): string => {
    const lines = Object.entries(settings).map(([setting, value]) => `${setting}=${value}\n`);
    writeFileSync(join(folder, 'stores', name), lines.join(''));
    return `stores/${name}`;
  };

  beforeAll(ensureBuilt);
  beforeEach(() => {
    folder = emptyFolder();
    mkdirSync(join(folder, 'stores'));
  });

  it('migrates the store of each file, and none of the shell', async () => {
    const files = ['a', 'b'].map((name) => write(`${name}.env`, { DATABASE_URL: `sqlite:${name}.sqlite` }));
    expect(await migrate('--stores', ...files, '--check')).toEqual({
      code: 1,
      stdout: `stores/a.env: ${MISSING}\nstores/b.env: ${MISSING}\n2 stores, 2 not up to date\n`,
      stderr: '',
    });
    expect(await migrate('--stores', ...files)).toEqual({
      code: 0,
      stdout: `stores/a.env: ${MIGRATED}\nstores/b.env: ${MIGRATED}\n2 stores, 0 not up to date\n`,
      stderr: '',
    });
    expect(await migrate('--stores', ...files, '--check')).toEqual({
      code: 0,
      stdout: `stores/a.env: ${CURRENT}\nstores/b.env: ${CURRENT}\n2 stores, 0 not up to date\n`,
      stderr: '',
    });
    expect(['a.sqlite', 'b.sqlite', 'shell.sqlite'].map((name) => existsSync(join(folder, name)))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('goes on after a store that fails, says which one and why without its secrets, and exits with 1', async () => {
    const files = [
      write('away.env', { DATABASE_URL: `mariadb://store:hidden@${AWAY}/store`, SECRETS_KEY: TEST_SECRETS_KEY }),
      write('empty.env', { LOG_LEVEL: 'info' }),
      write('wrong.env', { DATABASE_URL: 'sqlite:wrong.sqlite', BOOTSTRAP_TOKEN: 'hidden' }),
      'stores/none.env',
      write('good.env', { DATABASE_URL: 'sqlite:good.sqlite' }),
    ];
    expect(await migrate('--stores', ...files)).toEqual({
      code: 1,
      stdout: `stores/good.env: ${MIGRATED}\n5 stores, 4 not up to date\n`,
      stderr: [
        `stores/away.env: The database ${AWAY} cannot be opened: connect ECONNREFUSED ${AWAY}. Check DATABASE_URL`,
        'stores/empty.env: The configuration has 1 fault(s):',
        '  - DATABASE_URL is required in the settings of one of several stores',
        'stores/wrong.env: The configuration has 1 fault(s):',
        '  - BOOTSTRAP_TOKEN must be 32 to 255 characters without blanks; make one: openssl rand -hex 32',
        'stores/none.env: The configuration has 1 fault(s):',
        "  - the file cannot be read: ENOENT: no such file or directory, open 'stores/none.env'",
        '',
      ].join('\n'),
    });
  });
});
