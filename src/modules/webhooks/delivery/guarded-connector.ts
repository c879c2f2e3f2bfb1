import { isIP, isIPv6, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { type SendErrorCode } from '../domain/attempt-outcome';
import { type AddressGuard, type ResolveHost } from './address-guard';
import { errorCode } from './node-error-code';
import { SendFailure } from './send-failure';

export interface ConnectorOptions {
  readonly guard: Pick<AddressGuard, 'isAllowed'>;
  readonly resolve: ResolveHost;
  /** Milliseconds for name, TCP and TLS together. */
  readonly connectTimeoutMs: number;
  /** Certificate authorities in PEM to trust instead of the built-in ones. */
  readonly authorities?: string;
}

/** Node's own 250 ms give up on receivers at the far side of the world. */
const NEXT_ADDRESS_MS = 1_000;

/** Phase of a connection: decides the name of its failure. */
type Phase = 'name' | 'tcp' | 'tls';

/** A connection being made. */
interface Attempt {
  phase: Phase;
  /** Set once the connected peer turned out to be one that may not be called. */
  refusal: SendFailure | null;
}

/**
 * A connector for undici that reaches allowed addresses only (webhooks.md 17). It checks three times: a literal address
 * before a socket is opened; every address from the name server, and only checked ones are passed to the socket, so no
 * second look-up can differ; and the peer of the connected socket, before any byte is sent. Fails with {@link SendFailure}
 * only.
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  return (target, callback) => {
    const isLiteral = isIP(target.hostname) !== 0;
    if (isLiteral && !options.guard.isAllowed(target.hostname)) {
      callback(new SendFailure('address_refused'), null);
      return;
    }
    const attempt: Attempt = { phase: isLiteral ? 'tcp' : 'name', refusal: null };
    const socket = openSocket(options, attempt, target, (failure) => {
      clearTimeout(timer);
      if (failure) callback(failure, null);
      else callback(null, socket);
    });
    const timer = setTimeout(() => {
      socket.destroy(new SendFailure(attempt.phase === 'name' ? 'dns_failed' : 'connect_timeout'));
    }, options.connectTimeoutMs);
  };
}

/** Undici's own socket, with our look-up in it and our check before anything is written to it. */
function openSocket(
  { guard, resolve, authorities }: ConnectorOptions,
  attempt: Attempt,
  target: buildConnector.Options,
  done: (failure: SendFailure | null) => void,
): Socket {
  const open = buildConnector({
    // Undici's timer is up to a second late and knows no phases; ours is the one that counts.
    timeout: 0,
    // A resumed TLS session skips the check of the certificate's name.
    maxCachedSessions: 0,
    // Passes all addresses at once, so that Node tries the next one when one does not respond.
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    lookup: guardedLookup(guard, resolve, () => (attempt.phase = 'tcp')),
    ...(authorities === undefined ? {} : { ca: authorities }),
  }) as (target: buildConnector.Options, callback: buildConnector.Callback) => Socket;
  const socket = open(target, (...[error]) => {
    done(attempt.refusal ?? (error ? connectFailure(error, attempt.phase) : null));
  });
  socket.prependOnceListener('connect', () => {
    attempt.phase = 'tls';
    if (guard.isAllowed(socket.remoteAddress ?? '')) return;
    attempt.refusal = new SendFailure('address_refused');
    socket.destroy(attempt.refusal);
  });
  return socket;
}

/** A look-up for sockets that refuses a name with even one address that may not be called. */
function guardedLookup(guard: ConnectorOptions['guard'], resolve: ResolveHost, onResolved: () => void): LookupFunction {
  return (hostname, _options, callback) => {
    const answer = (addresses: readonly string[]): void => {
      onResolved();
      const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
      if (found.length === 0) callback(new SendFailure('dns_failed'), []);
      else if (!addresses.every((address) => guard.isAllowed(address)))
        callback(new SendFailure('address_refused'), []);
      else callback(null, found);
    };
    resolve(hostname).then(answer, (error: unknown) => callback(new SendFailure('dns_failed', error), []));
  };
}

const CODE_OF_PHASE = { name: 'dns_failed', tcp: 'connect_failed', tls: 'tls_failed' } as const satisfies Record<
  Phase,
  SendErrorCode
>;

function connectFailure(error: Error, phase: Phase): SendFailure {
  if (error instanceof SendFailure) return error;
  return new SendFailure(errorCode(error) === 'ETIMEDOUT' ? 'connect_timeout' : CODE_OF_PHASE[phase], error);
}
