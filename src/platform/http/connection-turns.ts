import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';

/** A reader that takes nothing of what is sent for so long is cut off. */
export const SLOWEST_MS = 30_000;
/** Requests that wait on one connection, about 3 kB each. The next one cuts it: no client sends so many ahead of their answers. */
const MAX_WAITING = 100;

/**
 * Takes the requests of a connection one at a time. Node would begin all that are sent ahead of their answers at once (1,600 fit
 * into one read) and hold every answer until its turn: a connection that reads nothing would hold them for ever. See ADR 23.
 */
export class ConnectionTurns {
  /** Requests that wait, by connection; a connection without a request under way is not in it. */
  private readonly waiting = new WeakMap<Socket, (() => void)[]>();

  /** @param slowestMs time without progress after which a reader is cut off, at most twice as long */
  constructor(private readonly slowestMs = SLOWEST_MS) {}

  /** Calls `begin` once all earlier requests of the connection are answered. @returns whether it waits */
  take({ socket }: IncomingMessage, response: ServerResponse, begin: () => void): boolean {
    this.cutOffSlowest(socket, response);
    // Not `finish`: an answer that was cut off ends a turn too.
    response.once('close', () => this.next(socket));
    const waiting = this.waiting.get(socket);
    if (waiting === undefined) {
      this.waiting.set(socket, []);
      begin();
      return false;
    }
    if (waiting.length < MAX_WAITING) waiting.push(begin);
    else socket.destroy();
    return true;
  }

  private next(socket: Socket): void {
    const begin = socket.destroyed ? undefined : this.waiting.get(socket)?.shift();
    if (begin === undefined) this.waiting.delete(socket);
    else begin();
  }

  /**
   * The timer of a socket starts again with each write and as long as the system takes bytes of one, however large. Without
   * bytes to send, it is the handler that takes long.
   */
  private cutOffSlowest(socket: Socket, response: ServerResponse): void {
    socket.setTimeout(this.slowestMs);
    response.on('timeout', () => {
      // Closed in order, the system would go on holding what it has for a reader that does not read.
      if (socket.writableLength > 0) socket.resetAndDestroy();
    });
  }
}
