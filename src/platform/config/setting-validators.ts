import { isIP } from 'node:net';
import { EnvError, makeValidator } from 'envalid';
import { NUMBER_PATTERN_FORM, type NumberPattern, parseNumberPattern } from '../../kernel/number-pattern';
import { serverAddress } from './server-address';

// Validators: each says which texts a setting may have, and makes its value of them.

export const wholeFrom = (least: number) =>
  makeValidator<number>((text) => {
    if (!/^\d+$/.test(text) || Number(text) < least) throw new EnvError(`must be a whole number of at least ${least}`);
    return Number(text);
  });

export const wholeWithin = (least: number, most: number) =>
  makeValidator<number>((text) => {
    if (!/^\d+$/.test(text) || Number(text) < least || Number(text) > most) {
      throw new EnvError(`must be a whole number from ${least} to ${most}`);
    }
    return Number(text);
  });

function partsOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

export const origins = makeValidator<string[]>((text) => {
  const parts = partsOf(text);
  const bad = parts.find((part) => !URL.canParse(part) || new URL(part).origin !== part);
  if (bad === '*') throw new EnvError('must name origins; * is not accepted');
  if (bad !== undefined) throw new EnvError(`${bad} is not an origin such as https://shop.example`);
  return parts;
});

export const numberPattern = makeValidator<NumberPattern>((text) => {
  const pattern = parseNumberPattern(text);
  if (pattern === undefined) throw new EnvError(`must be ${NUMBER_PATTERN_FORM}`);
  return pattern;
});

export const secretsKeys = makeValidator<string[]>((text) => {
  const keys = text.split(',').map((part) => part.trim());
  if (!keys.every((key) => /^[A-Za-z0-9+/]{43}=$/.test(key))) {
    throw new EnvError('must be 32 bytes as base64; make one: openssl rand -base64 32');
  }
  return keys;
});

export const listeningPort = makeValidator<number>((text) => {
  if (!/^\d+$/.test(text) || Number(text) > 65_535) throw new EnvError('must be a port, 0 to 65535');
  return Number(text);
});

/** Without the text, which holds a password. */
const NOT_ENCODED =
  'has a user or a password with a /, ?, # or % that is not percent-encoded: write %2F, %3F, %23 and %25 in their place';

/** A user and the beginning of a password: in `.env` a # begins a comment. */
const CUT_SHORT = /^[^:/[,]*:(?!\d+$)[^/,]+$/;

/** @param raw characters that the driver does not take as a part of a password @throws EnvError */
function requireEncoded(url: string, raw: RegExp): void {
  const start = url.indexOf('//') + 2;
  const end = url.lastIndexOf('@');
  if (end < start && CUT_SHORT.test(url.slice(start))) throw new EnvError(NOT_ENCODED);
  const credentials = url.slice(start, Math.max(start, end));
  try {
    decodeURIComponent(credentials);
  } catch {
    throw new EnvError(NOT_ENCODED);
  }
  if (raw.test(credentials)) throw new EnvError(NOT_ENCODED);
}

export const databaseUrl = makeValidator<string>((text) => {
  if (!/^(sqlite:.+|(mysql|mariadb):\/\/.+)/.test(text)) {
    throw new EnvError('must be sqlite:<path>, mysql://… or mariadb://…');
  }
  if (!text.startsWith('sqlite:')) requireEncoded(text, /[/?]/);
  if (!/^(sqlite:|\w+:\/\/[^/]+\/[^/?]+)/.test(text)) {
    throw new EnvError('must name a database after the host, as mariadb://store:secret@db:3306/store does');
  }
  if (!text.startsWith('sqlite:') && text.includes('?')) {
    throw new EnvError('takes no options after a ?; for TLS set DATABASE_TLS=true');
  }
  if (hasSeveralHosts(text)) {
    throw new EnvError('must name one host: put the proxy of deploy/proxy before a cluster and name the proxy');
  }
  return text;
});

/** Before the scheme of the next address: a comma may stand in a password too. */
const NEXT_ADDRESS = /,(?=\s*(?:mysql|mariadb):\/\/)/;

export const replicaUrls = makeValidator<string[]>((text) => {
  const urls = text.split(NEXT_ADDRESS).map((part) => part.trim());
  for (const url of urls) {
    requireEncoded(url, /[/?]/);
    const [host, ...others] = serverAddress(url, 3306)?.hosts ?? [];
    if (!/^(?:mysql|mariadb):\/\//.test(url) || host === undefined || others.length > 0) {
      throw new EnvError('must be mysql://… or mariadb://…, several of them separated by commas');
    }
    if (!/^\w+:\/\/[^/]+\/[^/?,]+$/.test(url)) {
      throw new EnvError(
        'must name a database after each host and no options, as mariadb://reader:secret@replica/store does',
      );
    }
  }
  return urls;
});

/** A comma in the user or the password separates nothing. */
function hasSeveralHosts(url: string): boolean {
  const [, authority = ''] = /^(?:mysql|mariadb):\/\/([^/]*)/.exec(url) ?? [];
  return authority.slice(authority.lastIndexOf('@') + 1).includes(',');
}

export const redisUrl = makeValidator<string>((text) => {
  const [, kind] = /^rediss?(\+sentinel|\+cluster)?:\/\/.+/.exec(text) ?? [undefined, 'none'];
  if (kind === 'none') {
    throw new EnvError('must be redis://…, redis+sentinel://… or redis+cluster://…, or the same with rediss for TLS');
  }
  requireEncoded(text, /[/?#]/);
  if (kind === '+sentinel') requireSentinel(text);
  else if (kind === '+cluster') requireCluster(text);
  else if (!/^rediss?:\/\/[^/?]+(?:\/\d{0,5})?(?:\?.*)?$/.test(text)) {
    throw new EnvError('must name a database by its number, as redis://redis:6379/1 does, or none');
  }
  return text;
});

function requireSentinel(text: string): void {
  const { path = '' } = serverAddress(text, 26_379) ?? {};
  if (!/^[^/]+(\/\d+)?$/.test(path)) {
    throw new EnvError('with Sentinel must be like redis+sentinel://:password@s1:26379,s2:26379/mymaster');
  }
}

function requireCluster(text: string): void {
  const { path } = serverAddress(text, 6379) ?? {};
  if (path === undefined || !/^(?:[a-z][\w-]*)?$/i.test(path)) {
    throw new EnvError(
      'with Cluster must be like redis+cluster://:password@r1:6379,r2:6379; after the nodes it takes no database but a name for its keys, such as /shop',
    );
  }
}

export const baseUrl = makeValidator<string>((text) => {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new EnvError('must be an http(s) address');
  // Paths are added to its end.
  if (/[?#]/.test(text)) throw new EnvError('must be an address without a query (?) or a fragment (#)');
  let end = text.length;
  while (text.endsWith('/', end)) end--;
  return text.slice(0, end);
});

export const gatewayUrls = makeValidator<Readonly<Record<string, string>>>((text) => {
  const parts = partsOf(text).map((part) => part.split(/=(.*)/s));
  const bad = parts.find(
    ([slug, url = '']) => slug === '' || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol),
  );
  if (bad !== undefined) throw new EnvError('must be slug=url pairs, e.g. stripe=http://127.0.0.1:12111');
  return Object.fromEntries(parts.map(([slug = '', url = '']) => [slug, url]));
});

export const timeZone = makeValidator<string>((text) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return text;
  } catch {
    throw new EnvError('must be an IANA time zone, e.g. Europe/London');
  }
});

export const bootstrapToken = makeValidator<string>((text) => {
  if (!/^\S{32,255}$/.test(text))
    throw new EnvError('must be 32 to 255 characters without blanks; make one: openssl rand -hex 32');
  return text;
});

export const cidrs = makeValidator<string[]>((text) => {
  const parts = partsOf(text);
  const bad = parts.find((part) => !isCidr(part));
  if (bad !== undefined) throw new EnvError(`${bad} is not a CIDR such as 10.0.0.0/8`);
  return parts;
});

export const nameServers = makeValidator<string[]>((text) => {
  const parts = partsOf(text);
  const bad = parts.find((part) => !isNameServer(part));
  if (bad !== undefined) throw new EnvError(`${bad} is not an IP address such as 10.0.0.53 or [fd00::53]:5353`);
  return parts;
});

function isNameServer(text: string): boolean {
  if (isIP(text) !== 0) return true;
  const [, bracketed, plain, port = '53'] =
    /^(?:\[([\da-f:.]{2,45})\]|([\d.]{7,15}))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const isAddress = isIP(bracketed ?? '') === 6 || isIP(plain ?? '') === 4;
  return isAddress && Number(port) > 0 && Number(port) <= 65_535;
}

function isCidr(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/');
  const size = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= size;
}

export const seconds = makeValidator<number[]>((text) => {
  const parts = text.split(',').map((part) => part.trim());
  if (!parts.every((part) => /^\d{1,7}$/.test(part))) {
    throw new EnvError('must be whole seconds separated by commas, such as 0,5,300');
  }
  return parts.map(Number);
});

export const headers = makeValidator<Record<string, string>>((text) => {
  const pairs = partsOf(text).map((part) => /^([\w!#$%&'*+.^`|~-]+)=([\x21-\x7e]*)$/.exec(part));
  try {
    return Object.fromEntries(
      pairs.map((pair): [string, string] => [pair?.[1] ?? '', decodeURIComponent(pair?.[2] ?? '%')]),
    );
  } catch {
    // Without the text, which holds keys.
    throw new EnvError('must be name=value, separated by commas, the values percent-encoded');
  }
});

export const ratio = makeValidator<number>((text) => {
  if (!/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(text)) throw new EnvError('must be a number from 0 to 1');
  return Number(text);
});
