/** The address a server listens on. */
interface HostAndPort {
  /** A name, an IPv4 address or an IPv6 address, without brackets. */
  readonly host: string;
  readonly port: number;
}

/** The parts of an address such as `mariadb://user:password@db1,db2:3307/store`, which names one server or several. */
export interface ServerAddress {
  /** Without the colon: `mariadb`. */
  readonly scheme: string;
  /** Decoded; empty when there is none. */
  readonly username: string;
  readonly password: string;
  /** In the order in which they are preferred; at least one. */
  readonly hosts: readonly HostAndPort[];
  /** The path after the first slash, decoded; without a path: empty. */
  readonly path: string;
}

const ADDRESS = /^([a-z][a-z+]*):\/\/(?:([^/]*)@)?([^/@?]+)(?:\/([^?]*))?(?:\?.*)?$/;
const HOST = /^(?:\[([\da-fA-F:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/;

/** Takes an address apart; undefined when it is none, or one of its hosts is none. @param port of hosts that name none */
export function serverAddress(text: string, port: number): ServerAddress | undefined {
  const [, scheme, credentials = '', hosts = '', path = ''] = ADDRESS.exec(text) ?? [];
  const parsed = hosts.split(',').map((host) => hostAndPort(host.trim(), port));
  if (scheme === undefined || !parsed.every((host) => host !== undefined)) return undefined;
  const colon = credentials.indexOf(':');
  const [username, password] =
    colon === -1 ? [credentials, ''] : [credentials.slice(0, colon), credentials.slice(colon + 1)];
  try {
    return {
      scheme,
      username: decodeURIComponent(username),
      password: decodeURIComponent(password),
      hosts: parsed,
      path: decodeURIComponent(path),
    };
  } catch {
    // A percent sign that begins no escape.
    return undefined;
  }
}

function hostAndPort(text: string, fallback: number): HostAndPort | undefined {
  const [, v6, name, port = String(fallback)] = HOST.exec(text) ?? [];
  const host = v6 ?? name;
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return undefined;
  return { host, port: Number(port) };
}
