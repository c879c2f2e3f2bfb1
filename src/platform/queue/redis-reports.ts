import { type Queue } from 'bull';
import { serverAddress } from '../config/server-address';
import { isNoDatabase } from './redis-options';

/** The part of a logger that is needed. */
export interface ReportLogger {
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

/**
 * Logs one line when Redis cannot be used and one when it can again, however often it is tried in between. One more says when it is back
 * but refuses the process.
 */
export class RedisReport {
  private readonly redis: string;
  private isConnected = true;
  private refusal: Error | undefined;
  private isLost = false;
  /** The reason of the last line. */
  private told = '';

  constructor(
    private readonly address: string,
    private readonly logger: ReportLogger,
  ) {
    this.redis = placeOf(address);
  }

  /** @param client one connection of the process: its others go to the same server */
  watch(client: Queue['client']): void {
    /** The last error of the present connection. */
    let fault: Error | undefined;
    client.on('connect', () => (fault = undefined));
    client.on('error', (error: Error) => (fault = error));
    client.on('reconnecting', () => {
      this.isConnected = false;
      this.tell(fault);
    });
    const back = (): void => {
      // A server without the database of the address is ready too, just before its connection is closed.
      if (fault !== undefined) return;
      this.isConnected = true;
      this.tell();
    };
    client.on('ready', () => {
      client.ping().then(back, (error: Error) => {
        // Lost again meanwhile: the next connection tells. A server that refuses this command alone can be used.
        if (!isLogin(error)) return client.status === 'ready' ? back() : undefined;
        fault = error;
        client.disconnect(true);
      });
    });
  }

  /** @param error why Redis does not let the process work, although it is connected; undefined: it does */
  refused(error: Error | undefined): void {
    this.refusal = error;
    this.tell(error);
  }

  private tell(fault?: Error): void {
    const { redis } = this;
    const reason = fault === undefined ? 'the connection was closed' : reasonOf(fault, this.address);
    const isLost = !this.isConnected || this.refusal !== undefined;
    // A server that comes back and refuses the process is news; one that is away in another way is not.
    const isNews =
      isLost !== this.isLost || (isLost && fault !== undefined && isRefusal(fault) && reason !== this.told);
    if (!isNews) return;
    this.isLost = isLost;
    this.told = isLost ? reason : '';
    if (isLost) this.logger.warn({ redis, reason }, 'Redis cannot be used: work waits for the next sweep');
    else this.logger.info({ redis }, 'Redis can be used again');
  }
}

/** Whether Redis answers, but demands a password or does not let the user do that. */
export const isRefusal = ({ message }: Error): boolean => /^(?:NOAUTH|NOPERM|WRONGPASS)\b/.test(message);

/** Whether a server that seems ready refuses all commands, because it demands a password that the address lacks. */
const isLogin = ({ message }: Error): boolean => message.startsWith('NOAUTH');

/** `redis:6379`: without the user, the password and the path. */
function placeOf(address: string): string {
  const { hosts = [] } = serverAddress(address, /\+sentinel:/.test(address) ? 26_379 : 6379) ?? {};
  return hosts.map(({ host, port }) => `${host}:${port}`).join(',');
}

function reasonOf({ message }: Error, address: string): string {
  if (!isNoDatabase(message)) return message;
  const database = serverAddress(address, 6379)?.path.split('/').at(-1) ?? '';
  return `REDIS_URL names the database ${database}: ${message}`;
}
