import { databaseKind, databaseQuery, startDatabase } from './database-server';
import { type PrivateServer } from './private-servers';

/** A primary and a replica of it, each a server of its own. */
export interface ReplicatedDatabase {
  readonly primary: PrivateServer;
  readonly replica: PrivateServer;
  /** Stops the replica from applying what it receives, or lets it go on. */
  apply(isOn: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** The words for replication of the two kinds of servers. */
const WORDS = {
  mariadb: {
    args: [],
    from: (port: number) =>
      `CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${port}, MASTER_USER = 'app', MASTER_PASSWORD = 'app', MASTER_USE_GTID = slave_pos`,
    begin: 'START SLAVE',
    go: 'START SLAVE SQL_THREAD',
    halt: 'STOP SLAVE SQL_THREAD',
  },
  mysql: {
    args: ['--gtid-mode=ON', '--enforce-gtid-consistency=ON'],
    from: (port: number) =>
      `CHANGE REPLICATION SOURCE TO SOURCE_HOST = '127.0.0.1', SOURCE_PORT = ${port}, SOURCE_USER = 'app', SOURCE_PASSWORD = 'app', SOURCE_AUTO_POSITION = 1, GET_SOURCE_PUBLIC_KEY = 1`,
    begin: 'START REPLICA',
    go: 'START REPLICA SQL_THREAD',
    halt: 'STOP REPLICA SQL_THREAD',
  },
}[databaseKind];

/** Starts both, row by row, with all that the primary has from its start. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const server = (id: number): Promise<PrivateServer> =>
    startDatabase({ args: [`--server-id=${id}`, '--log-bin=binlog', '--binlog-format=ROW', ...WORDS.args] });
  const [primary, replica] = await Promise.all([server(1), server(2)]);
  await databaseQuery(replica.port, WORDS.from(primary.port));
  await databaseQuery(replica.port, WORDS.begin);
  return {
    primary,
    replica,
    apply: async (isOn) => void (await databaseQuery(replica.port, isOn ? WORDS.go : WORDS.halt)),
    stop: async () => void (await Promise.all([primary.stop(), replica.stop()])),
  };
}
