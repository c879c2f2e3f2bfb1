import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDatabase } from '../../test/support/database';
import { databaseQuery, startDatabase } from '../../test/support/database-server';
import { type PrivateServer } from '../../test/support/private-servers';
import { TEST_SECRETS_KEY, TEST_TOKEN } from '../../test/support/store';
import { emptyFolder, runCommand } from '../../test/support/store.process';

/** A store by its name and its settings, which are also in the file `<name>.env`. */
export interface Shop {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** MariaDB's own defaults. `max_connections` is raised: how many are needed is measured. */
const DEFAULTS = ['--table-open-cache=2000', '--table-definition-cache=400', '--innodb-buffer-pool-size=128M'];

/** A database server, and a database with a file of settings for each store. */
export class Town {
  private constructor(
    private readonly server: PrivateServer,
    private readonly folder: string,
    readonly shops: readonly Shop[],
  ) {}

  static async build(count: number, poolSize: number): Promise<Town> {
    const room = [`--max-connections=${count * (poolSize + 2) + 20}`, '--open-files-limit=65535'];
    const server = await startDatabase({ durable: true, args: [...DEFAULTS, ...room] });
    const folder = emptyFolder();
    const shops: Shop[] = [];
    for (let i = 1; i <= count; i += 1) {
      const name = `shop${i}`;
      await makeDatabase(server.url, name);
      const settings = {
        DATABASE_URL: `${server.url}/${name}`,
        DATABASE_POOL_SIZE: String(poolSize),
        SECRETS_KEY: TEST_SECRETS_KEY,
        BOOTSTRAP_TOKEN: TEST_TOKEN,
        FILES_DIR: join(folder, name),
      };
      const lines = Object.entries(settings).map(([setting, value]) => `${setting}=${value}\n`);
      writeFileSync(join(folder, `${name}.env`), lines.join(''), { mode: 0o600 });
      shops.push({ name, settings });
    }
    return new Town(server, folder, shops);
  }

  /** The process id of the server. */
  get pid(): number {
    return this.server.pid;
  }

  /** Disk space of the server, in megabytes. */
  get diskMb(): number {
    return Number.parseInt(execFileSync('du', ['-sm', join(this.server.folder, 'data')], { encoding: 'utf8' }), 10);
  }

  /** Runs `store migrate` for all stores. @returns seconds @throws Error with its output when it fails for one of them */
  async migrate(...more: readonly string[]): Promise<number> {
    const from = performance.now();
    const files = this.shops.map(({ name }) => `${name}.env`);
    const { code, stdout, stderr } = await runCommand(this.folder, {}, 'migrate', '--stores', ...files, ...more);
    if (code !== 0) throw new Error(stdout + stderr);
    return (performance.now() - from) / 1000;
  }

  /** Sets variables of the running server. */
  async set(variables: Readonly<Record<string, number>>): Promise<void> {
    for (const [name, value] of Object.entries(variables))
      await databaseQuery(this.server.port, `SET GLOBAL ${name} = ${value}`);
  }

  /** The counters and states of the server, by name. */
  async status(): Promise<ReadonlyMap<string, number>> {
    const rows = await databaseQuery(this.server.port, 'SHOW GLOBAL STATUS');
    return new Map(rows.map((row) => [String(row['Variable_name']), Number(row['Value'])]));
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}
