import { type Server } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { monotonicMs } from '../../../kernel/clock';

/** Turns of the event loop without a new connection after which none waits: each turn takes one. */
const QUIET_TURNS = 3;
/** Longest time for which waiting connections are taken, in milliseconds. */
const TAKE_MS = 100;

/**
 * Takes the connections that the kernel has accepted and the process has not seen. Call it before the server is closed: that resets
 * them, and a proxy that does not ask for `/health/ready` would lose a POST on one.
 */
export async function takeWaiting(server: Server): Promise<void> {
  let taken = 0;
  const came = (): void => void (taken += 1);
  server.on('connection', came);
  const until = monotonicMs() + TAKE_MS;
  for (let quiet = 0; quiet < QUIET_TURNS && monotonicMs() < until;) {
    const before = taken;
    await turn();
    quiet = taken === before ? quiet + 1 : 0;
  }
  server.off('connection', came);
}

/** Stops listening and waits until the requests under way are answered, at most `seconds`; then cuts what is left. */
export async function closeServer(server: Server, seconds: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), seconds * 1000);
  // Connections that become idle while others are under way would otherwise wait for their keep-alive time.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await closed;
  clearTimeout(cut);
  clearInterval(sweep);
}
