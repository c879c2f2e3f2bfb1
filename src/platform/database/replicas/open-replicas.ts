import { type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type Logger } from 'pino';
import { type DataSource } from 'typeorm';
import { type MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver';
import { type Clock } from '../../../kernel/clock';
import { type Config } from '../../config/config';
import { serverAddress } from '../../config/server-address';
import { type Metrics } from '../../metrics/metrics';
import { type ServerPool } from '../connection/server-pool';
import { ClientWrites } from './client-writes';
import { Heartbeats } from './heartbeats';
import { Replica } from './replica';
import { type OnRead, Replicas } from './replicas';

/** The parts of a process that its replicas need. */
interface OpenReplicasParts {
  readonly dataSource: DataSource;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly settings: Config['database']['replicas'];
}

/** The replicas of the configuration, while the process runs. */
export class OpenReplicas implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Undefined without any. */
  readonly replicas: Replicas | undefined;

  constructor({ metrics, settings, ...parts }: OpenReplicasParts) {
    const onRead = measureReplicas(metrics, () => this.replicas);
    if (settings.urls.length > 0) this.replicas = replicasOf(parts, settings, onRead);
  }

  onApplicationBootstrap(): void {
    this.replicas?.start();
  }

  /** After the last request. */
  async onApplicationShutdown(): Promise<void> {
    await this.replicas?.stop();
  }
}

function replicasOf(
  { dataSource, clock, logger }: Pick<OpenReplicasParts, 'dataSource' | 'clock' | 'logger'>,
  { urls, maxLagSeconds }: Config['database']['replicas'],
  onRead: OnRead,
): Replicas {
  const heartbeats = new Heartbeats(dataSource, clock);
  const maxLagMs = maxLagSeconds * 1000;
  const primary = (dataSource.driver as MysqlDriver).pool as ServerPool;
  const replicas = urls.map((url) => {
    const { hosts, username, password, path } = serverAddress(url, 3306) ?? { hosts: [] };
    const [{ host, port } = { host: '', port: 0 }] = hosts;
    const pool = primary.toReplica({ host, port, user: username, password, database: path });
    return new Replica(`${host}:${port}`, pool, { dataSource, heartbeats, maxLagMs, logger });
  });
  return new Replicas({ replicas, heartbeats, writes: new ClientWrites(dataSource, clock, maxLagMs), onRead });
}

function measureReplicas(metrics: Metrics, replicas: () => Replicas | undefined): OnRead {
  const lag =
    'Seconds by which a replica lags at most: since the newest heartbeat that it has shown, or the start of the process.';
  metrics.gaugeOf('database_replica_lag_seconds', lag, 'replica', () => replicas()?.lags ?? {});
  const asked =
    '1 while a replica may be asked, by its host and port; 0 while it lags too far, fails or is not known yet.';
  metrics.gaugeOf('database_replica_asked', asked, 'replica', () => replicas()?.asked ?? {});
  const help = 'Reads that may lag, by who has answered. Without replicas there are none.';
  const reads = metrics.counter('database_lagging_reads_total', help, ['answered_by']);
  for (const answeredBy of ['replica', 'primary']) reads.inc({ answered_by: answeredBy }, 0);
  return (answeredBy) => reads.inc({ answered_by: answeredBy });
}
