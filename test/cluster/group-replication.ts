import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { until } from '../support/until';
import { demandProgram, type ServerPlan } from '../support/private-servers';
import { runFolder } from '../support/run-folder';
import { type ClusterKind, type ClusterNode, SQL_PORT } from './database-cluster';
import { OWN_HOST } from './network';
import { runbookStatements } from './runbook';

const GROUP = '5b0d6a52-9d0e-4f0b-8f5e-3a1c6c2d7e90';
const GROUP_PORT = 33061;
const REDO_LOG = '--innodb-redo-log-capacity=64M';
/** Three MySQL servers of group replication with a single primary. */
export const groupReplication: ClusterKind = {
  title: 'MySQL group replication',
  scheme: 'mysql',
  proxyFile: 'haproxy-group-replication.cfg',
  hasManyWriters: false,
  formsByItself: false,
  // A member is suspected after 5 s, which is no setting.
  errorSeconds: 10,
  waitForAll: "SET SESSION group_replication_consistency = 'BEFORE'",
  programs: () => [],
  plan,
  begin: async (nodes) => {
    await Promise.all(nodes.map((node) => node.start(...ALONE)));
    const login = "SOURCE_USER = 'recovery', SOURCE_PASSWORD = 'recovery'";
    const sql = `CHANGE REPLICATION SOURCE TO ${login} FOR CHANNEL 'group_replication_recovery'`;
    await Promise.all(nodes.map((node) => node.query(sql)));
    const [first, ...others] = nodes;
    if (first !== undefined) await startFirst(first);
    await startOthers(others);
  },
  revive,
  inUse: async (nodes) => {
    const isPrimary = await Promise.all(
      nodes.map((node) => node.query(count("MEMBER_ROLE = 'PRIMARY' AND MEMBER_ID = @@server_uuid"))),
    );
    return isPrimary.findIndex(([row]) => Number(row?.['members']) === 1);
  },
  sees: async (node) => {
    const [row] = await node.query(count("MEMBER_STATE = 'ONLINE'"));
    return Number(row?.['members']);
  },
};

const ONLINE_SECONDS = 60;
/** Waits for START GROUP_REPLICATION. */
const ALONE = ['--group-replication-start-on-boot=OFF'];

function count(where: string): string {
  return `SELECT COUNT(*) AS members FROM performance_schema.replication_group_members WHERE ${where}`;
}

async function sends(node: ClusterNode, comment: string): Promise<void> {
  for (const sql of runbookStatements(comment)) await node.query(sql);
}

/** As docs/operations.md tells the operator: start the group anew on the node that has all transactions, then the others. */
async function revive(nodes: readonly ClusterNode[]): Promise<{ others: Promise<unknown> }> {
  await Promise.all(nodes.map((node) => node.start(...ALONE)));
  const first = await mostComplete(nodes);
  await startFirst(first);
  return { others: startOthers(nodes.filter((node) => node !== first)) };
}

async function startFirst(node: ClusterNode): Promise<void> {
  await sends(node, '-- on the node that has all transactions');
  const [state = ''] = runbookStatements('-- there, until it is ONLINE: before that, the others fail to join');
  const isOnline = async (): Promise<boolean> => (await node.query(state))[0]?.['MEMBER_STATE'] === 'ONLINE';
  await until('the first node is online', isOnline, ONLINE_SECONDS);
}

async function startOthers(nodes: readonly ClusterNode[]): Promise<void> {
  for (const node of nodes) await sends(node, '-- on each other node, one after another');
}

/** The node that has the transactions of all others: those it carried out, and those it received. */
async function mostComplete(nodes: readonly ClusterNode[]): Promise<ClusterNode> {
  const [ask = ''] = runbookStatements('-- on every node');
  const [compare = ''] = runbookStatements(
    '-- for each pair of nodes: 1 if the second has all transactions of the first',
  );
  const rows = await Promise.all(nodes.map((node) => node.query(ask)));
  const sets = rows.map(([row]) => String(row?.['transactions']));
  for (const [i, node] of nodes.entries()) {
    let hasAll = true;
    for (const other of sets) {
      const [row] = await node.query(compare.replace('<first>', other).replace('<second>', sets[i] ?? ''));
      hasAll &&= Number(row?.['has_all']) === 1;
    }
    if (hasAll) return node;
  }
  throw new Error(`no node has the transactions of all: ${sets.join(' | ')}`);
}

function plan(node: ClusterNode): ServerPlan {
  return {
    name: 'mysql',
    port: SQL_PORT,
    url: (port) => `mysql://app:app@${node.host}:${port}`,
    prepare: (folder) => Promise.resolve(prepare(folder)),
    command: (folder) => node.command(server(), serverArguments(node, folder)),
    isReady: async (folder) => {
      const [place] = await node.query('SELECT @@datadir AS place, @@group_replication_start_on_boot AS joins');
      if (place?.['place'] !== `${join(folder, 'data')}/`) return false;
      return Number(place['joins']) === 0 || (await groupReplication.sees(node)) > 1;
    },
  };
}

function server(): string {
  return demandProgram(process.env['MYSQLD'] ?? 'mysqld');
}

function asRoot(): string[] {
  return process.getuid?.() === 0 ? ['--user=root'] : [];
}

/** Every node begins with a copy of one database: a transaction of one node alone could not join a group. */
function prepare(folder: string): void {
  mkdirSync(join(folder, 'tmp'));
  const template = join(runFolder(), 'template');
  if (!existsSync(template)) initialize(template);
  cpSync(join(template, 'data'), join(folder, 'data'), { recursive: true });
  // It has the id of the server.
  rmSync(join(folder, 'data/auto.cnf'));
}

function initialize(folder: string): void {
  mkdirSync(join(folder, 'tmp'), { recursive: true });
  const sql = [
    "CREATE USER app@'%' IDENTIFIED BY 'app';",
    "GRANT ALL ON *.* TO app@'%';",
    "CREATE USER recovery@'%' IDENTIFIED BY 'recovery';",
    "GRANT REPLICATION SLAVE ON *.* TO recovery@'%';",
    `CREATE USER haproxy@'${OWN_HOST}';`,
    `GRANT SELECT ON performance_schema.replication_group_members TO haproxy@'${OWN_HOST}';`,
  ];
  const file = join(folder, 'init.sql');
  writeFileSync(file, `${sql.join('\n')}\n`);
  const places = [`--datadir=${join(folder, 'data')}`, `--tmpdir=${join(folder, 'tmp')}`];
  const choices = ['--initialize-insecure', REDO_LOG, '--skip-log-bin', `--init-file=${file}`];
  execFileSync(server(), ['--no-defaults', ...asRoot(), ...places, ...choices], { stdio: 'pipe' });
}

function serverArguments(node: ClusterNode, folder: string): string[] {
  // Where `.ci/mysql-server` unpacks it; a MySQL that is installed knows its own.
  const plugins = join(dirname(server()), 'root/usr/lib/mysql/plugin');
  return [
    '--no-defaults',
    ...asRoot(),
    `--datadir=${join(folder, 'data')}`,
    `--tmpdir=${join(folder, 'tmp')}`,
    `--socket=${join(folder, 'my.sock')}`,
    `--port=${SQL_PORT}`,
    `--bind-address=${node.host}`,
    '--skip-name-resolve',
    '--mysqlx=OFF',
    '--secure-file-priv=NULL',
    '--innodb-buffer-pool-size=128M',
    REDO_LOG,
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_general_ci',
    '--default-time-zone=+00:00',
    '--max-connections=300',
    ...(existsSync(plugins) ? [`--plugin-dir=${plugins}`] : []),
    '--plugin-load-add=group_replication.so',
    `--server-id=${node.index + 1}`,
    `--report-host=${node.host}`,
    '--gtid-mode=ON',
    '--enforce-gtid-consistency=ON',
    `--group-replication-group-name=${GROUP}`,
    `--group-replication-local-address=${node.host}:${GROUP_PORT}`,
    `--group-replication-group-seeds=${node.hosts.map((host) => `${host}:${GROUP_PORT}`).join(',')}`,
    '--group-replication-recovery-get-public-key=ON',
    // As docs/scaling.md advises, from here on.
    '--innodb-flush-log-at-trx-commit=1',
    '--sync-binlog=1',
    '--group-replication-start-on-boot=ON',
    '--group-replication-single-primary-mode=ON',
    '--group-replication-consistency=BEFORE_ON_PRIMARY_FAILOVER',
    '--group-replication-member-expel-timeout=0',
    '--group-replication-unreachable-majority-timeout=20',
    '--group-replication-exit-state-action=OFFLINE_MODE',
    '--group-replication-autorejoin-tries=2016',
  ];
}
