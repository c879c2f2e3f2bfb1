import { Resolver } from 'node:dns/promises';
import { systemNames, type SystemNames } from './system-names';
import { errorCode } from './node-error-code';

/** Milliseconds for all questions about one host name. */
const DEADLINE_MS = 5_000;
/** Milliseconds for one question to one name server. */
const QUESTION_MS = 1_000;
const TRIES = 2;
/** Look-ups under way at once, each with sockets of its own; further ones wait in line. */
const MAX_LOOK_UPS = 128;
/** Addresses taken from an answer: connecting tries them one after the other. */
const MAX_ADDRESSES = 16;
/** Answers after which the next search domain may know the name. */
const NO_SUCH_NAME: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

export interface NameResolverOptions {
  /** Addresses of name servers, with or without a port; empty: those of /etc/resolv.conf. */
  readonly servers?: readonly string[];
  /** The content of /etc/hosts and /etc/resolv.conf. */
  readonly system?: SystemNames;
  readonly deadlineMs?: number;
}

/**
 * Looks host names up without libuv's threads. `dns.lookup` blocks one of four for as long as a dead name server keeps
 * it waiting: six such names stopped every look-up of the process, those of the database included (hardening 6).
 * Honours /etc/hosts, `localhost` and the search domains as the system does.
 */
export class NameResolver {
  private readonly waiting: (() => void)[] = [];
  private underWay = 0;

  constructor(private readonly options: NameResolverOptions = {}) {}

  /** Returns the addresses of a host name, IPv4 first, at most 16. Rejects after 5 s at the latest once it is its turn. */
  readonly resolve = async (hostname: string): Promise<readonly string[]> => {
    const { addressesOf, candidatesOf } = this.options.system ?? systemNames;
    const local = await addressesOf(hostname);
    if (local.length > 0) return local;
    const candidates = await candidatesOf(hostname);
    if (this.underWay >= MAX_LOOK_UPS) await new Promise<void>((turn) => this.waiting.push(turn));
    this.underWay += 1;
    try {
      return await this.ask(candidates);
    } finally {
      this.underWay -= 1;
      this.waiting.shift()?.();
    }
  };

  /** A resolver for each look-up: it can be cancelled alone, and knows a resolv.conf that has changed. */
  private async ask(candidates: readonly string[]): Promise<readonly string[]> {
    const { servers = [], deadlineMs = DEADLINE_MS } = this.options;
    const resolver = new Resolver({ timeout: QUESTION_MS, tries: TRIES });
    if (servers.length > 0) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), deadlineMs);
    try {
      for (const [at, name] of candidates.entries()) {
        const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
        const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
        if (found.length > 0) return found.slice(0, MAX_ADDRESSES);
        const failure = failureOf(answers);
        if (!NO_SUCH_NAME.has(errorCode(failure)) || at === candidates.length - 1) throw failure;
      }
      throw new RangeError('no name to look up');
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The failure that says more: a server that did not answer, before one that knows no such name. */
function failureOf(answers: readonly PromiseSettledResult<unknown>[]): unknown {
  const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
  return failures.find((failure) => !NO_SUCH_NAME.has(errorCode(failure))) ?? failures[0];
}
