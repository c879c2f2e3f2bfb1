import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { databaseQuery } from './database-server';
import { demandProgram, freePort, PrivateServer } from './private-servers';

/** The file that is shipped. */
const PROXY_FILE = join(__dirname, '../../deploy/proxy/haproxy.cfg');
/** Creates the account that the health check of the shipped file logs in with. */
export const PROXY_ACCOUNT = "CREATE USER IF NOT EXISTS haproxy@'127.0.0.1';";

/** The environment of the shipped file for nodes on 127.0.0.1, in the order in which they are preferred. */
function proxySettings(port: number, nodes: readonly number[]): Record<string, string> {
  const places = nodes.map((node, i) => [`DATABASE_${i + 1}`, `127.0.0.1:${node}`]);
  const group = execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim();
  return {
    DATABASE_LISTEN: `127.0.0.1:${port}`,
    PROXY_USER: userInfo().username,
    PROXY_GROUP: group,
    ...(Object.fromEntries(places) as Record<string, string>),
  };
}

/** The server's folder in its command line, by which a later run knows a process that was left behind. */
const mark = (folder: string): string[] => ['-p', join(folder, 'haproxy.pid')];

/** Starts HAProxy with the shipped file before three nodes. Resolves when a node answers through it. */
export async function startDatabaseProxy(nodes: readonly number[]): Promise<PrivateServer> {
  const haproxy = demandProgram('haproxy');
  return PrivateServer.start({
    name: 'haproxy',
    port: await freePort(),
    url: (port) => `mariadb://app:app@127.0.0.1:${port}`,
    prepare: () => Promise.resolve(),
    command: (folder, port) => {
      const settings = Object.entries(proxySettings(port, nodes)).map(([name, value]) => `${name}=${value}`);
      return ['/usr/bin/env', ...settings, haproxy, '-db', '-f', PROXY_FILE, ...mark(folder)];
    },
    isReady: async (_folder, port) => (await databaseQuery(port, 'SELECT 1')).length === 1,
  });
}
