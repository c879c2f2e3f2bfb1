import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demandProgram, type ServerPlan } from '../support/private-servers';
import { findProgram } from '../support/programs.cjs';
import { runFolder } from '../support/run-folder';
import { type ClusterKind, type ClusterNode, SQL_PORT } from './database-cluster';
import { OWN_HOST } from './network';
import { runbook } from './runbook';

const PROVIDERS = ['/usr/lib/galera/libgalera_smm.so', '/usr/lib64/galera-4/libgalera_smm.so'];
/** A node that is gone is noticed after two seconds instead of five, as docs/scaling.md recommends on one network. */
const TIMES = [
  'evs.keepalive_period=PT0.5S',
  'evs.inactive_check_period=PT0.5S',
  'evs.suspect_timeout=PT2S',
  'evs.inactive_timeout=PT4S',
  'evs.install_timeout=PT4S',
];

/** Three MariaDB servers, all work on the first. */
export const galera: ClusterKind = {
  title: 'Galera',
  scheme: 'mariadb',
  proxyFile: 'haproxy.cfg',
  hasManyWriters: true,
  formsByItself: true,
  errorSeconds: 5,
  waitForAll: 'SET SESSION wsrep_sync_wait = 7',
  programs: () => [
    ['mariadb-server', findProgram('mariadbd') !== undefined && findProgram('mariadb-install-db') !== undefined],
    ['galera-4', provider() !== undefined],
    ['rsync', findProgram('rsync') !== undefined],
  ],
  plan,
  begin: async (nodes) => {
    // The state transfer runs as the server's user, which must get through.
    chmodSync(runFolder(), 0o711);
    for (const node of nodes) await node.start(...(node.index === 0 ? ['--wsrep-new-cluster'] : []));
  },
  revive,
  inUse: () => Promise.resolve(0),
  sees: async (node) => {
    const [size] = await node.query("SHOW STATUS LIKE 'wsrep_cluster_size'");
    return (await isSynced(node)) ? Number(size?.['Value']) : 0;
  },
};

function provider(): string | undefined {
  return PROVIDERS.find((path) => existsSync(path));
}

/** As docs/operations.md tells the operator: start the cluster anew on the node with the last commit, then the others. */
async function revive(nodes: readonly ClusterNode[]): Promise<{ others: Promise<unknown> }> {
  const seqnos = nodes.map((node) => Number(positionOf(node)?.split(':')[1] ?? -1));
  const first = nodes[seqnos.indexOf(Math.max(...seqnos))];
  if (first === undefined) throw new Error('no node knows its position');
  const command = runbook('# on the node with the highest number').split('\n')[0] ?? '';
  execFileSync('bash', ['-c', command.replaceAll('/var/lib/mysql', join(first.server.folder, 'data'))]);
  await first.start('--wsrep-new-cluster');
  const startOthers = async (): Promise<void> => {
    for (const node of nodes) if (node !== first) await node.start();
  };
  return { others: startOthers() };
}

/** The last commit of a stopped node, `<uuid>:<number>`; undefined when it was never in the cluster. */
function positionOf(node: ClusterNode, folder = node.server.folder): string | undefined {
  if (!existsSync(join(folder, 'data/grastate.dat'))) return undefined;
  const { stderr } = spawnSync(demandProgram('mariadbd'), [...serverArguments(node, folder), '--wsrep-recover'], {
    encoding: 'utf8',
  });
  return /WSREP: Recovered position: (\S+)/.exec(stderr)?.[1];
}

async function isSynced(node: ClusterNode): Promise<boolean> {
  const [state] = await node.query("SHOW STATUS LIKE 'wsrep_local_state_comment'");
  return state?.['Value'] === 'Synced';
}

function plan(node: ClusterNode): ServerPlan {
  return {
    name: 'galera',
    port: SQL_PORT,
    url: (port) => `mariadb://app:app@${node.host}:${port}`,
    prepare: (folder) => Promise.resolve(prepare(folder)),
    command: (folder) => {
      // As the unit of Debian does it (galera_recovery): a node that was killed then asks for what it lacks, not for everything.
      const position = positionOf(node, folder);
      const start = position === undefined ? [] : [`--wsrep-start-position=${position}`];
      return node.command(demandProgram('mariadbd'), [...serverArguments(node, folder), ...start]);
    },
    isReady: async (folder) => {
      const [place] = await node.query('SELECT @@datadir AS place');
      return place?.['place'] === `${join(folder, 'data')}/` && (await isSynced(node));
    },
  };
}

/** An empty database. Nodes that join get theirs from the first, and bring their own only to be able to start. */
function prepare(folder: string): void {
  mkdirSync(join(folder, 'tmp'));
  const sql = [
    "CREATE USER IF NOT EXISTS app@'%' IDENTIFIED BY 'app';",
    "GRANT ALL ON *.* TO app@'%';",
    `CREATE USER IF NOT EXISTS haproxy@'${OWN_HOST}';`,
  ];
  writeFileSync(join(folder, 'init.sql'), `${sql.join('\n')}\n`);
  const places = [`--datadir=${join(folder, 'data')}`, `--tmpdir=${join(folder, 'tmp')}`, '--innodb-log-file-size=32M'];
  const choices = ['--auth-root-authentication-method=normal', '--skip-test-db', '--skip-name-resolve'];
  const asRoot = isRoot() ? ['--user=root'] : [];
  const env = { ...process.env, TMPDIR: join(folder, 'tmp') };
  execFileSync(demandProgram('mariadb-install-db'), ['--no-defaults', ...asRoot, ...places, ...choices], { env });
  // rsync as root serves as nobody, who may read nothing here.
  if (isRoot()) execFileSync('chown', ['-R', 'mysql', folder]);
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function serverArguments(node: ClusterNode, folder: string): string[] {
  const options = ['gcache.size=64M', 'gcache.recover=yes', ...TIMES];
  return [
    '--no-defaults',
    ...(isRoot() ? ['--user=mysql'] : []),
    `--datadir=${join(folder, 'data')}`,
    `--tmpdir=${join(folder, 'tmp')}`,
    `--socket=${join(folder, 'my.sock')}`,
    `--init-file=${join(folder, 'init.sql')}`,
    `--port=${SQL_PORT}`,
    `--bind-address=${node.host}`,
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
    `--wsrep-cluster-address=gcomm://${node.hosts.join(',')}`,
    `--wsrep-node-name=node${node.index + 1}`,
    `--wsrep-node-address=${node.host}`,
    `--wsrep-node-incoming-address=${node.host}:${SQL_PORT}`,
    '--wsrep-sst-method=rsync',
    // As deploy/README.md advises: the node in use is the last one to send its data to a node that joins.
    '--wsrep-sst-donor=node3,node2,node1',
    '--wsrep-slave-threads=2',
    `--wsrep-provider-options=${options.join(';')}`,
  ];
}
