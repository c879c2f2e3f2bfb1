import { writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { PrivateServer, startRedis } from '../support/private-servers';
import { findProgram } from '../support/programs.cjs';
import { redisCommand } from '../support/redis-command';

const MASTER = 'store';
const REPLICAS = 2;
const SENTINELS = 3;

/** A Redis with two replicas, and three Sentinels that make one of them the master when it is gone. */
export class SentinelGroup {
  private constructor(
    readonly servers: readonly PrivateServer[],
    readonly sentinels: readonly PrivateServer[],
  ) {}

  static async start(): Promise<SentinelGroup> {
    const first = await startRedis();
    const args = ['--replicaof', '127.0.0.1', String(first.port)];
    const replicas = await Promise.all(Array.from({ length: REPLICAS }, () => startRedis({ args })));
    const sentinels = await Promise.all(Array.from({ length: SENTINELS }, () => startSentinel(first.port)));
    return new SentinelGroup([first, ...replicas], sentinels);
  }

  /** The address of the queues. */
  get url(): string {
    return `redis+sentinel://${this.sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${MASTER}`;
  }

  /** The server that the Sentinels name as the master. */
  async master(): Promise<PrivateServer | undefined> {
    const sentinel = this.sentinels[0];
    const answer = await askSentinel(sentinel?.port ?? 0, `SENTINEL get-master-addr-by-name ${MASTER}`);
    const port = Number(/\r\n(\d{2,5})\r\n/.exec(answer)?.[1]);
    return this.servers.find((server) => server.port === port);
  }

  /** `master` or `slave`. */
  async role(server: PrivateServer): Promise<string | undefined> {
    return /^role:(\w+)/m.exec(await redisCommand(server.url, 'INFO replication'))?.[1];
  }

  /** Whether the Sentinels know of each other and of the replicas: before that they can replace nobody. */
  async isSettled(): Promise<boolean> {
    const states = await Promise.all(this.sentinels.map(({ port }) => askSentinel(port, 'INFO sentinel')));
    return states.every((state) => state.includes(`slaves=${REPLICAS},sentinels=${SENTINELS}`));
  }

  async stop(): Promise<void> {
    await Promise.all([...this.sentinels, ...this.servers].map((server) => server.stop()));
  }
}

function startSentinel(master: number): Promise<PrivateServer> {
  const conf = (folder: string): string => join(folder, 'sentinel.conf');
  return PrivateServer.start({
    name: 'sentinel',
    port: undefined,
    url: (port) => `redis://127.0.0.1:${port}`,
    prepare: (folder) => {
      const lines = [
        `sentinel monitor ${MASTER} 127.0.0.1 ${master} 2`,
        `sentinel down-after-milliseconds ${MASTER} 1000`,
        `sentinel failover-timeout ${MASTER} 5000`,
      ];
      writeFileSync(conf(folder), `${lines.join('\n')}\n`);
      return Promise.resolve();
    },
    command: (folder, port) => [
      findProgram('redis-server') ?? 'redis-server',
      conf(folder),
      '--sentinel',
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--set-proc-title', 'no'],
    ],
    isReady: async (_folder, port, pid) => {
      const answer = await askSentinel(port, 'INFO server');
      return answer.includes(`process_id:${pid}\r\n`);
    },
  });
}

/** The first piece of its answer: a Sentinel knows no QUIT, by which the end of an answer could be told. */
function askSentinel(port: number, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    socket.setTimeout(2000, () => socket.destroy(new Error('the Sentinel does not answer')));
    socket.on('connect', () => socket.write(`${command}\r\n`));
    socket.on('data', (text) => {
      resolve(text.toString());
      socket.destroy();
    });
    socket.on('error', reject);
  });
}
