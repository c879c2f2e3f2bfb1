import { type Running } from '../support/bench.process';
import { type Senders } from '../support/senders';

/** The operations that are compared. */
export const OPERATIONS = ['get', 'list', 'purchase', 'steps'] as const;
export type PeerOperation = (typeof OPERATIONS)[number];

/** One operation of a shop. It throws when a response is not the one that was asked for. */
export interface Step {
  /** Requests that it sends. */
  readonly requests: number;
  run(senders: Senders): Promise<void>;
}

/** A store with its orders, its server and its worker running. */
export interface Peer {
  readonly server: Running;
  readonly worker: Running;
  readonly steps: Readonly<Record<PeerOperation, Step>>;
}

/** The shop of both, in which the same purchase costs the same. Amounts are in hundredths, the tax is 20 %. */
export const PURCHASE = {
  products: 100,
  stock: 10_000_000,
  quantity: 2,
  price: (product: number): number => 1000 + product * 100,
  shipping: 500,
  code: 'TEATIME',
  person: { first: 'Ada', last: 'Lovelace' },
  address: { line: '1 High Street', city: 'Bath', postcode: 'BA1 1AA', country: 'GB' },
  /** Products 0 and 1 twice each, a tenth less for the code, a fifth of tax, and shipping. */
  total: Math.round((2 * 1000 + 2 * 1100) * 0.9 * 1.2) + 500,
} as const;

let buyers = 0;

/** An e-mail address that no purchase has used. */
export function newEmail(): string {
  return `buyer-${(buyers += 1)}@example.com`;
}

/** @throws Error naming what came instead */
export function demand(holds: boolean, what: string, got: unknown): void {
  if (!holds) throw new Error(`not ${what}: ${JSON.stringify(got)?.slice(0, 2000)}`);
}
