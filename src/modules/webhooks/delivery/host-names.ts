import { isIP } from 'node:net';
import { monotonicMs } from '../../../kernel/clock';
import { type ResolveHost } from './address-guard';

/** Spares a busy webhook a look-up for each connection; short, so that a receiver that moves is found soon. */
const KNOWN_MS = 5_000;
/** Fails all deliveries that wait for a dead name at once. Shorter than the first retry, which looks the name up again. */
const FAILED_MS = 4_000;
/** Host names kept in memory; the oldest goes first. */
const MAX_REMEMBERED = 2_000;

interface Remembered {
  readonly addresses: Promise<readonly string[]>;
  readonly until: number;
}

/**
 * Remembers the addresses of host names for seconds, failures too, and looks each name up once at a time: attempts that
 * ask for the same name meanwhile share the answer.
 */
export class HostNames {
  private readonly remembered = new Map<string, Remembered>();
  private readonly underWay = new Map<string, Promise<readonly string[]>>();

  constructor(
    private readonly lookUp: ResolveHost,
    private readonly elapsed: () => number = monotonicMs,
  ) {}

  /** Returns every address of a host name. Rejects as the look-up did, also from memory. */
  readonly resolve: ResolveHost = (hostname) =>
    this.recall(hostname)?.addresses ?? this.underWay.get(hostname) ?? this.begin(hostname);

  /**
   * Begins the look-up for a URL whose addresses are not known.
   * @returns a promise that is fulfilled when it has ended, however it ended; undefined when there is nothing to wait for
   */
  ready(url: string): Promise<void> | undefined {
    const hostname = URL.canParse(url) ? new URL(url).hostname : '';
    const isLiteral = hostname.startsWith('[') || isIP(hostname) !== 0;
    if (hostname === '' || isLiteral || this.recall(hostname) !== undefined) return undefined;
    return this.resolve(hostname).then(
      () => undefined,
      () => undefined,
    );
  }

  private recall(hostname: string): Remembered | undefined {
    const known = this.remembered.get(hostname);
    return known !== undefined && known.until > this.elapsed() ? known : undefined;
  }

  private begin(hostname: string): Promise<readonly string[]> {
    const addresses = this.lookUp(hostname);
    this.underWay.set(hostname, addresses);
    const remember = (ms: number) => (): void => {
      this.underWay.delete(hostname);
      this.remembered.delete(hostname);
      const [oldest] = this.remembered.keys();
      if (oldest !== undefined && this.remembered.size >= MAX_REMEMBERED) this.remembered.delete(oldest);
      this.remembered.set(hostname, { addresses, until: this.elapsed() + ms });
    };
    void addresses.then(remember(KNOWN_MS), remember(FAILED_MS));
    return addresses;
  }
}
