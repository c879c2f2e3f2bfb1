import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { databaseQuery } from './database-server';
import { demandProgram, freePort, PrivateServer } from './private-servers';

/** The files that are shipped. */
const PROXY_FILES = join(__dirname, '../../deploy/proxy');

/** The environment of a shipped file for nodes, in the order in which they are preferred. */
function proxySettings(port: number, nodes: readonly string[]): Record<string, string> {
  const places = nodes.map((node, i) => [`DATABASE_${i + 1}`, node]);
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

/**
 * Starts HAProxy with a file of deploy/proxy before three nodes. Resolves when it leads to a node that takes writes.
 * @param nodes their addresses, `host:port`
 */
export async function startDatabaseProxy(file: string, nodes: readonly string[]): Promise<PrivateServer> {
  const haproxy = demandProgram('haproxy');
  return PrivateServer.start({
    name: 'haproxy',
    port: await freePort(),
    url: (port) => `mariadb://app:app@127.0.0.1:${port}`,
    prepare: () => Promise.resolve(),
    command: (folder, port) => {
      const settings = Object.entries(proxySettings(port, nodes)).map(([name, value]) => `${name}=${value}`);
      return ['/usr/bin/env', ...settings, haproxy, '-db', '-f', join(PROXY_FILES, file), ...mark(folder)];
    },
    // It takes every node for writable until it has checked them: one connection for each of them.
    isReady: async (_folder, port) => {
      const answers = await Promise.all(nodes.map(() => databaseQuery(port, 'SELECT @@read_only AS is_read_only')));
      return answers.every(([row]) => Number(row?.['is_read_only']) === 0);
    },
  });
}
