import { createConnection, Socket } from 'node:net';
import { connect, type ConnectionOptions } from 'node:tls';
import { AbstractConnector, type RedisOptions } from 'ioredis';
import { type ClusterNode, type SlotMaster } from './slot-master';

type Connector = NonNullable<RedisOptions['Connector']>;

/** The options of ioredis that the connector reads. */
interface Options {
  readonly disconnectTimeout: number;
  readonly tls?: ConnectionOptions;
}

/**
 * Connects ioredis to the master of one slot, as it connects to the master that Sentinels name. All keys of the queues are
 * in that slot, so Bull works with one server and needs no client for clusters (ADR 20).
 */
export function clusterConnector(slotMaster: SlotMaster): Connector {
  return class extends AbstractConnector {
    private readonly tls: ConnectionOptions | undefined;

    constructor(options: unknown) {
      const { disconnectTimeout, tls } = options as Options;
      super(disconnectTimeout);
      this.tls = tls;
    }

    override async connect(): Promise<Socket> {
      this.connecting = true;
      const stream = await slotMaster.find().then(
        (master) => this.open(master),
        (error: Error) => this.nothing(error),
      );
      this.stream = stream;
      return stream;
    }

    /** ioredis asks for it once for each command that is refused: once is enough. */
    override disconnect(): void {
      if (this.stream?.writableEnded !== true) super.disconnect();
      this.connecting = false;
    }

    private open(master: ClusterNode): Socket {
      // Closed while the nodes were asked.
      if (!this.connecting) throw new Error('Connection is closed.');
      const { host, port } = master;
      const stream = this.tls === undefined ? createConnection({ host, port }) : connect({ host, port, ...this.tls });
      stream.once('error', (error: Error) => {
        this.firstError = error;
      });
      slotMaster.watch(stream, master);
      return stream;
    }

    /** A connection that has failed: ioredis then tries again, while an error would end it for good. */
    private nothing(error: Error): Socket {
      if (!this.connecting) throw new Error('Connection is closed.');
      this.firstError = error;
      return new Socket().destroy();
    }
  };
}
