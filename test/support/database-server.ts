import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { demandProgram, PrivateServer, type ServerOptions, type ServerPlan } from './private-servers';
import { PID_FILE } from './run-folder';

export interface DatabaseOptions extends ServerOptions {
  /** Sync the log to disk at every commit. Only a loss of power needs that, a killed server loses nothing: default false. */
  readonly durable?: boolean;
}

/** The database server of this run: MariaDB, or MySQL when `MYSQLD` names its program. */
export const databaseKind: 'mariadb' | 'mysql' = process.env['MYSQLD'] ? 'mysql' : 'mariadb';

/**
 * Starts a database server of its own, reached as `mariadb://app:app@127.0.0.1:PORT` or `mysql://…` (all rights, no database
 * made yet). @throws when it is not installed or does not get ready within 30 s; the message ends with the server's log
 */
export function startDatabase(options: DatabaseOptions = {}): Promise<PrivateServer> {
  return PrivateServer.start(databaseKind === 'mysql' ? mySqlPlan(options) : mariaDbPlan(options));
}

const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];

/** The plan of a server; `install` prepares its folder. */
function plan(
  kind: { readonly name: 'mariadb' | 'mysql'; readonly server: string; readonly args: readonly string[] },
  options: DatabaseOptions,
  install: (folder: string) => Promise<void>,
): ServerPlan {
  return {
    name: kind.name,
    port: options.port,
    url: (port) => `${kind.name}://app:app@127.0.0.1:${port}`,
    prepare: async (folder) => {
      mkdirSync(join(folder, 'tmp'));
      const sql = [
        "CREATE USER IF NOT EXISTS app@'127.0.0.1' IDENTIFIED BY 'app';",
        "GRANT ALL ON *.* TO app@'127.0.0.1' WITH GRANT OPTION;",
      ];
      writeFileSync(join(folder, 'init.sql'), sql.join('\n') + '\n');
      await install(folder);
    },
    command: (folder, port) => [
      kind.server,
      '--no-defaults',
      ...asRoot,
      ...serverArguments(folder, port, options.durable ?? false),
      ...kind.args,
      ...(options.args ?? []),
    ],
    isReady: async (folder, port) => {
      const [rows] = await databaseQuery(port, 'SELECT @@pid_file AS file');
      return rows?.['file'] === join(folder, PID_FILE);
    },
  };
}

function mariaDbPlan(options: DatabaseOptions): ServerPlan {
  const server = demandProgram('mariadbd', 'mysqld');
  const install = demandProgram('mariadb-install-db');
  // Enough for tests; the default of 128 MB and more would be written anew in every run.
  return plan({ name: 'mariadb', server, args: ['--innodb-log-file-size=32M'] }, options, async (folder) => {
    // A starting MariaDB removes the temporary tables it finds in its temp folder. With the machine's own (the default
    // of the installer) those of every other server there would go, and ours by theirs: it crashed when two runs began.
    const temp = join(folder, 'tmp');
    const places = [
      `--datadir=${join(folder, 'data')}`,
      `--tmpdir=${temp}`,
      '--innodb-log-file-size=32M',
      '--innodb-flush-method=nosync',
    ];
    const choices = ['--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve'];
    const args = ['--no-defaults', ...asRoot, ...places, ...choices];
    await promisify(execFile)(install, args, { env: { ...process.env, TMPDIR: temp } });
  });
}

function mySqlPlan(options: DatabaseOptions): ServerPlan {
  const server = demandProgram(process.env['MYSQLD'] ?? 'mysqld');
  const log = '--innodb-redo-log-capacity=64M';
  return plan(
    { name: 'mysql', server, args: [log, '--mysqlx=OFF', '--secure-file-priv=NULL'] },
    options,
    async (folder) => {
      const places = [`--datadir=${join(folder, 'data')}`, `--tmpdir=${join(folder, 'tmp')}`];
      await promisify(execFile)(server, ['--no-defaults', ...asRoot, '--initialize-insecure', log, ...places]);
    },
  );
}

function serverArguments(folder: string, port: number, durable: boolean): string[] {
  return [
    `--datadir=${join(folder, 'data')}`,
    `--tmpdir=${join(folder, 'tmp')}`,
    `--socket=${join(folder, 'my.sock')}`,
    `--pid-file=${join(folder, PID_FILE)}`,
    `--init-file=${join(folder, 'init.sql')}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--skip-name-resolve',
    `--innodb-flush-log-at-trx-commit=${durable ? 1 : 2}`,
    ...(durable ? [] : ['--innodb-flush-method=nosync']),
    '--innodb-buffer-pool-size=256M',
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_general_ci',
    '--default-time-zone=+00:00',
    '--max-connections=300',
    '--skip-log-bin',
  ];
}

/** Asks a private database server as its user `app`. */
export async function databaseQuery(port: number, sql: string, host = '127.0.0.1'): Promise<Record<string, unknown>[]> {
  const login = { host, port, user: 'app', password: 'app', connectTimeout: 2000 };
  const connection = await createConnection(login);
  try {
    const [rows] = await connection.query(sql);
    return rows as Record<string, unknown>[];
  } finally {
    connection.destroy();
  }
}
