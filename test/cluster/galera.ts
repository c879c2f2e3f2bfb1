import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROXY_ACCOUNT, startDatabaseProxy } from '../support/database-proxy';
import { databaseQuery } from '../support/database-server';
import { freePort, PrivateServer } from '../support/private-servers';
import { findProgram } from '../support/programs.cjs';
import { runFolder } from '../support/run-folder';

const PROVIDERS = ['/usr/lib/galera/libgalera_smm.so', '/usr/lib64/galera-4/libgalera_smm.so'];
const NODES = 3;
/** A node that is gone is noticed after two seconds instead of five, as docs/scaling.md recommends on one network. */
const TIMES = [
  'evs.keepalive_period=PT0.5S',
  'evs.inactive_check_period=PT0.5S',
  'evs.suspect_timeout=PT2S',
  'evs.inactive_timeout=PT4S',
  'evs.install_timeout=PT4S',
];

interface Ports {
  readonly sql: number;
  readonly group: number;
  readonly increments: number;
  readonly state: number;
}

/** Returns the missing packages of a cluster, by their names in Debian. */
export function missingPackages(): string[] {
  const needed: readonly [string, boolean][] = [
    ['mariadb-server', findProgram('mariadbd') !== undefined && findProgram('mariadb-install-db') !== undefined],
    ['galera-4', provider() !== undefined],
    ['rsync', findProgram('rsync') !== undefined],
    ['iproute2', findProgram('ss', 'lsof', 'sockstat') !== undefined],
    ['redis-server', findProgram('redis-server') !== undefined],
    ['haproxy', findProgram('haproxy') !== undefined],
  ];
  return needed.filter(([, isThere]) => !isThere).map(([name]) => name);
}

function provider(): string | undefined {
  return PROVIDERS.find((path) => existsSync(path));
}

/** Three MariaDB servers on loopback that hold the same data, behind the proxy of deploy/proxy. */
export class GaleraCluster {
  private constructor(
    readonly nodes: readonly PrivateServer[],
    private readonly proxy: PrivateServer,
  ) {}

  static async start(): Promise<GaleraCluster> {
    const ports: Ports[] = [];
    for (let i = 0; i < NODES; i += 1) {
      const [sql, group, increments, state] = [await freePort(), await freePort(), await freePort(), await freePort()];
      ports.push({ sql, group, increments, state });
    }
    // The state transfer runs as the server's user, which must get through.
    chmodSync(runFolder(), 0o711);
    const nodes: PrivateServer[] = [];
    for (const own of ports) nodes.push(await startNode(own, ports, nodes.length === 0));
    return new GaleraCluster(nodes, await startDatabaseProxy(nodes.map(({ port }) => port)));
  }

  /** The address of the database: of the proxy, or of one node past it. */
  url(database: string, node?: number): string {
    const { url } = node === undefined ? this.proxy : this.node(node);
    return `${url}/${database}`;
  }

  node(index: number): PrivateServer {
    const node = this.nodes[index];
    if (node === undefined) throw new RangeError(`no node ${index}`);
    return node;
  }

  async stop(): Promise<void> {
    await this.proxy.stop();
    await Promise.all(this.nodes.map((node) => node.stop()));
  }
}

function startNode(own: Ports, all: readonly Ports[], isFirst: boolean): Promise<PrivateServer> {
  // Only the very first start makes the cluster: afterwards the node joins what is there.
  let isNew = isFirst;
  return PrivateServer.start({
    name: 'galera',
    port: own.sql,
    url: (port) => `mariadb://app:app@127.0.0.1:${port}`,
    prepare: (folder) => Promise.resolve(prepare(folder)),
    command: (folder, port) => {
      const start = isNew ? ['--wsrep-new-cluster'] : [];
      isNew = false;
      return [program('mariadbd'), ...nodeArguments(folder, port, own, all), ...start];
    },
    isReady: async (folder, port) => {
      const [state] = await databaseQuery(port, "SHOW STATUS LIKE 'wsrep_local_state_comment'");
      const [place] = await databaseQuery(port, 'SELECT @@datadir AS place');
      return state?.['Value'] === 'Synced' && place?.['place'] === `${join(folder, 'data')}/`;
    },
  });
}

function program(name: string): string {
  const path = findProgram(name);
  if (path === undefined) throw new Error(`${name} is not installed`);
  return path;
}

/** An empty database. Nodes that join get theirs from the first, and bring their own only to be able to start. */
function prepare(folder: string): void {
  mkdirSync(join(folder, 'tmp'));
  const sql = [
    "CREATE USER IF NOT EXISTS app@'127.0.0.1' IDENTIFIED BY 'app';",
    "GRANT ALL ON *.* TO app@'127.0.0.1';",
    PROXY_ACCOUNT,
  ];
  writeFileSync(join(folder, 'init.sql'), `${sql.join('\n')}\n`);
  const places = [`--datadir=${join(folder, 'data')}`, `--tmpdir=${join(folder, 'tmp')}`, '--innodb-log-file-size=32M'];
  const choices = ['--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve'];
  const asRoot = isRoot() ? ['--user=root'] : [];
  const env = { ...process.env, TMPDIR: join(folder, 'tmp') };
  execFileSync(program('mariadb-install-db'), ['--no-defaults', ...asRoot, ...places, ...choices], { env });
  // rsync as root serves as nobody, who may read nothing here.
  if (isRoot()) execFileSync('chown', ['-R', 'mysql', folder]);
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function nodeArguments(folder: string, port: number, own: Ports, all: readonly Ports[]): string[] {
  const options = [
    'base_host=127.0.0.1',
    `base_port=${own.group}`,
    `gmcast.listen_addr=tcp://127.0.0.1:${own.group}`,
    `ist.recv_addr=127.0.0.1:${own.increments}`,
    'gcache.size=64M',
    'gcache.recover=yes',
    'pc.recovery=no',
    ...TIMES,
  ];
  return [
    '--no-defaults',
    ...(isRoot() ? ['--user=mysql'] : []),
    `--datadir=${join(folder, 'data')}`,
    `--tmpdir=${join(folder, 'tmp')}`,
    `--socket=${join(folder, 'my.sock')}`,
    `--init-file=${join(folder, 'init.sql')}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    '--skip-name-resolve',
    '--skip-log-bin',
    '--binlog-format=ROW',
    '--innodb-autoinc-lock-mode=2',
    // As docs/scaling.md advises: a power cut at all nodes at once loses nothing that was answered.
    '--innodb-flush-log-at-trx-commit=1',
    '--innodb-buffer-pool-size=128M',
    '--innodb-log-file-size=32M',
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_general_ci',
    '--default-time-zone=+00:00',
    '--max-connections=300',
    '--wsrep-on=ON',
    `--wsrep-provider=${provider() ?? ''}`,
    '--wsrep-cluster-name=storekeeper',
    `--wsrep-cluster-address=gcomm://${all.map(({ group }) => `127.0.0.1:${group}`).join(',')}`,
    `--wsrep-node-name=node${all.indexOf(own) + 1}`,
    '--wsrep-node-address=127.0.0.1',
    `--wsrep-node-incoming-address=127.0.0.1:${port}`,
    '--wsrep-sst-method=rsync',
    // As deploy/README.md advises: the node in use is the last one to send its data to a node that joins.
    '--wsrep-sst-donor=node3,node2,node1',
    `--wsrep-sst-receive-address=127.0.0.1:${own.state}`,
    '--wsrep-slave-threads=2',
    `--wsrep-provider-options=${options.join(';')}`,
  ];
}
