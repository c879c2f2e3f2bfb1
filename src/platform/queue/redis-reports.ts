import { type Queue } from 'bull';
import { serverAddress } from '../config/server-address';
import { isNoDatabase } from './redis-options';

/** The part of a logger that is needed. */
export interface ReportLogger {
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

/**
 * Logs one line when Redis is lost and one when it is back, however often the connection is tried in between.
 * @param client one connection of the process: its others go to the same server
 */
export function reportRedis(client: Queue['client'], address: string, logger: ReportLogger): void {
  const redis = placeOf(address);
  let isLost = false;
  /** The last error of the present connection. */
  let fault: Error | undefined;
  client.on('connect', () => (fault = undefined));
  client.on('error', (error: Error) => (fault = error));
  client.on('reconnecting', () => {
    if (isLost) return;
    isLost = true;
    const reason = fault === undefined ? 'the connection was closed' : reasonOf(fault, address);
    logger.warn({ redis, reason }, 'Redis cannot be used: work waits for the next sweep');
  });
  const back = (): void => {
    // A server without the database of the address is ready too, just before its connection is closed.
    if (!isLost || fault !== undefined) return;
    isLost = false;
    logger.info({ redis }, 'Redis can be used again');
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
