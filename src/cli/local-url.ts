import { isIPv6 } from 'node:net';
import { ConfigurationError } from '../platform/config/config';

/** Addresses to listen on that mean every one of the machine, and where such a listener is found. */
const EVERYWHERE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/**
 * Returns where a process of the store on this machine is found.
 * @param setting names the port, for the operator
 * @throws ConfigurationError when the port is not fixed
 */
export function localUrl(host: string, port: number | undefined, setting: string): string {
  if (port === undefined || port === 0) throw new ConfigurationError([`${setting} must name a port to be asked on`]);
  const found = EVERYWHERE[host] ?? host;
  return `http://${isIPv6(found) ? `[${found}]` : found}:${port}`;
}
