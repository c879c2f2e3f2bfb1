import { type IncomingMessage } from 'node:http';
import { BodyTooLarge, TruncatedBody } from '../request.errors';

/** Told once, with the whole body or with what is wrong. */
export type BytesRead = (error: unknown, bytes?: Buffer) => void;

const NO_BYTES = Buffer.alloc(0);

/** Limits of the reading of one body, in bytes. */
export interface ByteLimits {
  /** Past this, the answer is 413. */
  readonly maxBytes: number;
  /** Past this, a sender that goes on after its 413 is cut off. */
  readonly maxDiscardedBytes: number;
}

/**
 * Reads a body into memory, counting while it comes. Without one it answers at once and registers nothing.
 * Ends with BodyTooLarge (at once when the Content-Length says so) or TruncatedBody.
 *
 * After a refusal the rest is read and thrown away: closing a connection with unread bytes resets it, and a sender
 * that is still writing would never see its answer.
 */
export function readBytes(request: IncomingMessage, limits: ByteLimits, done: BytesRead): void {
  const announced = announcedBytes(request);
  if (announced === 0) return done(null, NO_BYTES);
  const chunks: Buffer[] = [];
  let size = 0;
  let isTold = false;
  const tell: BytesRead = (error, bytes) => {
    if (isTold) return;
    isTold = true;
    chunks.length = error ? 0 : chunks.length;
    done(error, bytes);
  };
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > limits.maxDiscardedBytes) request.destroy();
    else if (size > limits.maxBytes) tell(new BodyTooLarge(limits.maxBytes));
    else if (!isTold) chunks.push(chunk);
  });
  request.on('end', () => tell(null, joined(chunks)));
  request.on('error', () => tell(new TruncatedBody()));
  // After a whole body too: an error with its stack is made only when it is told.
  request.on('close', () => isTold || tell(new TruncatedBody()));
  if (announced > limits.maxBytes) tell(new BodyTooLarge(limits.maxBytes));
}

/** Content-Length, 0 without a body, or NaN when only reading tells (chunked). Node has refused what is no number. */
function announcedBytes(request: IncomingMessage): number {
  if (request.headers['transfer-encoding'] !== undefined) return NaN;
  return Number(request.headers['content-length'] ?? 0);
}

function joined(chunks: readonly Buffer[]): Buffer {
  const [only = NO_BYTES] = chunks;
  return chunks.length > 1 ? Buffer.concat(chunks) : only;
}
