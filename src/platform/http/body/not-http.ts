import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import { type Duplex } from 'node:stream';
import { VERSION } from '../../version';
import { TruncatedBody } from '../request.errors';

/** The response to bytes that are no HTTP request. */
export const NOT_HTTP = 'The request is not valid HTTP';

/** Time in which a rejected caller can read the response before the connection is cut. */
const LINGER_MS = 2_000;

/** Faults that Node finds before or below Express, by its own codes. All others are 400. */
const ANSWERS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_INVALID_EOF_STATE: [400, new TruncatedBody().message],
  HPE_HEADER_OVERFLOW: [431, 'The request headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the request are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
};

/** Answers bytes that never become an Express request in JSON, like all others (wire.md 2). */
export function answerWhatNeverArrives(server: Server): void {
  server.on('clientError', answerClientError);
  server.on('connect', (_, socket) => refuse(socket, 400, 'The store is no proxy: CONNECT is not possible'));
  server.on('checkExpectation', ({ socket }) => refuse(socket, 417, 'The header Expect must be 100-continue'));
}

/**
 * Listener for a server's `clientError`: what never becomes a whole request (a body cut short, broken chunks, headers
 * too large) is answered and the connection closed.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = ANSWERS[error.code ?? ''] ?? [400, NOT_HTTP];
  refuse(socket, status, message);
}

/**
 * Answers on a connection and ends it. Of one that Node has handed out (CONNECT) nobody else reads the rest, hears an error or
 * knows that it is there when the process stops.
 */
export function refuse(socket: Duplex, status: number, message: string): void {
  socket.on('error', () => undefined).resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  const body = JSON.stringify({ status: false, error: message });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
      `API-Version: ${VERSION}\r\nX-Request-Id: ${randomUUID()}\r\nCache-Control: no-store\r\nConnection: close\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
