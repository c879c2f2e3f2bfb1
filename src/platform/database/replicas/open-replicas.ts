import { type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
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

/** The replicas of the configuration, while the process runs. */
export class OpenReplicas implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Undefined without any. */
  readonly replicas: Replicas | undefined;

  constructor(dataSource: DataSource, clock: Clock, metrics: Metrics, settings: Config['database']['replicas']) {
    const onRead = measureReplicas(metrics, () => this.replicas?.lags ?? {});
    if (settings.urls.length > 0) this.replicas = replicasOf(dataSource, clock, settings, onRead);
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
  dataSource: DataSource,
  clock: Clock,
  { urls, maxLagSeconds }: Config['database']['replicas'],
  onRead: OnRead,
): Replicas {
  const heartbeats = new Heartbeats(dataSource);
  const maxLagMs = maxLagSeconds * 1000;
  const primary = (dataSource.driver as MysqlDriver).pool as ServerPool;
  const replicas = urls.map((url) => {
    const { hosts, username, password, path } = serverAddress(url, 3306) ?? { hosts: [] };
    const [{ host, port } = { host: '', port: 0 }] = hosts;
    const pool = primary.toReplica({ host, port, user: username, password, database: path });
    return new Replica(`${host}:${port}`, dataSource, pool, heartbeats, maxLagMs);
  });
  return new Replicas({ replicas, heartbeats, writes: new ClientWrites(dataSource, clock, maxLagMs), onRead });
}

function measureReplicas(metrics: Metrics, lags: () => Readonly<Record<string, number>>): OnRead {
  const lag =
    'Seconds by which a replica lags at most, by its host and port; of one that is away since it answered last.';
  metrics.gaugeOf('database_replica_lag_seconds', lag, 'replica', lags);
  const help = 'Reads that may lag, by who has answered. Without replicas there are none.';
  const reads = metrics.counter('database_lagging_reads_total', help, ['answered_by']);
  for (const answeredBy of ['replica', 'primary']) reads.inc({ answered_by: answeredBy }, 0);
  return (answeredBy) => reads.inc({ answered_by: answeredBy });
}
