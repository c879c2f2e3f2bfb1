import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** Finds every address of a host name, as text. Injected, so that tests can change the answer between two calls. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

/** Addresses that the registries call public but that the cloud platform of the machine serves (Azure's WireServer). */
const PLATFORM_ADDRESSES: readonly Network[] = [ipaddr.parseCIDR('168.63.129.16/32')];

/** The only part of IPv6 handed out to networks so far; all outside it is local, mapped, tunnelled or nobody's. */
const GLOBAL_UNICAST: Network = ipaddr.parseCIDR('2000::/3');

/**
 * Decides which addresses webhooks may be sent to (webhooks.md 17): public unicast ones, and those in the networks that
 * the operator opened. An address it cannot parse is refused. It checks literal addresses, every address from the name
 * server, and the peer of the connected socket.
 */
export class AddressGuard {
  private readonly opened: readonly Network[];

  /**
   * @param allowedNetworks CIDRs (`10.1.0.0/16`, `::1/128`) opened besides the public addresses. An IPv4 network opens
   *   the IPv4 addresses themselves, never their mapped or tunnelled forms.
   * @throws RangeError naming the entry that is no CIDR
   */
  constructor(allowedNetworks: readonly string[]) {
    this.opened = allowedNetworks.map(parseNetwork);
  }

  /** Whether an address in its canonical spelling, as the system or a parsed URL gives it, may be called. */
  isAllowed(address: string): boolean {
    if (isIP(address) === 0 || address.includes('%')) return false;
    const parsed = ipaddr.parse(address);
    return isPublic(parsed) || this.opened.some((network) => isWithin(parsed, network));
  }
}

/** IPv4 and IPv6 in the strict spelling only: `ipaddr.js` alone would take `10/8` for `0.0.0.10/8`. */
function parseNetwork(text: string): Network {
  const [address = '', bits = '', ...rest] = text.split('/');
  const size = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (rest.length > 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > size) {
    throw new RangeError(`${text} is not a network such as 10.1.0.0/16 or fd00::/8`);
  }
  return ipaddr.parseCIDR(text);
}

/** `range()` knows IANA's registries of special-purpose addresses: none of those is `unicast`. */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv6') return isWithin(address, GLOBAL_UNICAST);
  return !PLATFORM_ADDRESSES.some((network) => isWithin(address, network));
}

/** ipaddr.js throws where the two are of different kinds. */
function isWithin(address: Address, [base, bits]: Network): boolean {
  return address.kind() === base.kind() && address.match(base, bits);
}
