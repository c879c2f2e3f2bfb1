import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';

/** The host names in the files of the machine. */
export interface SystemNames {
  /** Returns the addresses of a name in /etc/hosts, and those of `localhost` in any case; empty: a name server knows. */
  readonly addressesOf: (hostname: string) => Promise<readonly string[]>;
  /** Returns the names to ask a name server for, in order: with the search domains of /etc/resolv.conf. */
  readonly candidatesOf: (hostname: string) => Promise<readonly string[]>;
}

const LOOPBACK = ['127.0.0.1', '::1'];
/** As many as the C library takes. */
const MAX_SEARCH_DOMAINS = 6;

/** Reads the two files again whenever they have changed. */
export function systemNamesIn(hostsFile: string, resolvConf: string): SystemNames {
  const hosts = fileReader(hostsFile, parseHosts);
  const domains = fileReader(resolvConf, parseSearchDomains);
  return {
    async addressesOf(hostname) {
      const name = hostname.replace(/\.$/, '').toLowerCase();
      const known = (await hosts())?.get(name);
      if (known !== undefined) return known;
      // RFC 6761 6.3: never asked of a name server.
      return name === 'localhost' || name.endsWith('.localhost') ? LOOPBACK : [];
    },
    async candidatesOf(hostname) {
      if (hostname.endsWith('.')) return [hostname];
      const searched = ((await domains()) ?? []).map((domain) => `${hostname}.${domain}`);
      return hostname.includes('.') ? [hostname, ...searched] : [...searched, hostname];
    },
  };
}

/** The names of this machine. */
export const systemNames = systemNamesIn('/etc/hosts', '/etc/resolv.conf');

/** A file's content, parsed once for each time it changed; undefined when there is none. */
function fileReader<T>(path: string, parse: (text: string) => T): () => Promise<T | undefined> {
  let known: { readonly version: string; readonly content: T } | undefined;
  return async () => {
    try {
      const { mtimeMs, size, ino } = await stat(path);
      const version = `${mtimeMs} ${size} ${ino}`;
      if (known?.version !== version) known = { version, content: parse(await readFile(path, 'utf8')) };
      return known.content;
    } catch {
      return undefined;
    }
  };
}

function* words(text: string): Generator<readonly string[]> {
  for (const line of text.split('\n')) {
    const [content = ''] = line.split('#', 1);
    yield content.split(/[ \t\r]/).filter(Boolean);
  }
}

function parseHosts(text: string): ReadonlyMap<string, readonly string[]> {
  const addresses = new Map<string, string[]>();
  for (const [address = '', ...names] of words(text)) {
    if (isIP(address) === 0) continue;
    for (const name of names.map((spelled) => spelled.toLowerCase())) {
      const known = addresses.get(name) ?? [];
      if (!known.includes(address)) addresses.set(name, [...known, address]);
    }
  }
  return addresses;
}

/** The last `search` or `domain` line counts, as for the C library. */
function parseSearchDomains(text: string): readonly string[] {
  let domains: readonly string[] = [];
  for (const [keyword, ...values] of words(text)) {
    if (keyword === 'search' || keyword === 'domain') domains = values.slice(0, MAX_SEARCH_DOMAINS);
  }
  return domains.filter((domain) => domain !== '.');
}
