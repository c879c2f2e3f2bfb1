import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Writable } from 'node:stream';
import { BodyTooLarge, TooManyBodies, TruncatedBody } from '../request.errors';
import { type BodyMemory } from './body.memory';

/** Called once, with the whole body or with the error. */
export type BytesRead = (error: unknown, bytes: Buffer) => void;

const NO_BYTES = Buffer.alloc(0);

/** Bytes of a multipart body or a table, which may be a file, that are taken before its handler reads it. */
const HELD_BYTES = 65_536;
const MAY_BE_FILE = /^\s{0,9}(?:multipart\/|text\/csv\b)/i;

/** Limits of the reading of one body, in bytes. */
export interface ByteLimits {
  /** Past this, the answer is 413. */
  readonly maxBytes: number;
  /** Past this, the connection of a sender that continues after its response is cut. */
  readonly maxDiscardedBytes: number;
}

/**
 * Takes a body from its socket into one growing buffer: a Buffer for each chunk costs 400 bytes, and a chunk may be one
 * byte. Bounded by its own limit, by the memory that all bodies share, and in time by the server's request timeout.
 *
 * It takes what comes from the start, because bytes that nobody takes stay with Node, each chunk in a Buffer of its own.
 * Nothing looks at them before {@link read}, which is asked once the caller is known to be allowed. When the response is
 * sent first, or the body is refused, the memory is given back; the rest is read and thrown away, up to a limit: closing
 * a connection with unread bytes resets it, and a sender that is still writing would never see its answer.
 */
export class BodyIntake {
  private static readonly ofRequests = new WeakMap<IncomingMessage, BodyIntake>();

  private buffer: Buffer = NO_BYTES;
  private size = 0;
  private limits: ByteLimits;
  private tell: BytesRead | undefined;
  private isWhole = false;
  private fault: Error | undefined;
  /** Takes the body as it comes, in place of the buffer. */
  private sink: Writable | undefined;
  private readonly mayBeHeld: boolean;
  /** The sender waits for `100 Continue` before it sends its body. */
  private readonly isAwaited: boolean;

  /** The body of a request; undefined when it has none. */
  static of(request: IncomingMessage): BodyIntake | undefined {
    return BodyIntake.ofRequests.get(request);
  }

  /**
   * Begins to take the body of a request, if it has one and it has not begun.
   * @param limits until {@link read} sets others
   */
  static begin(request: IncomingMessage, response: ServerResponse, memory: BodyMemory, limits: ByteLimits): void {
    const announced = announcedBytes(request);
    if (announced === 0 || BodyIntake.ofRequests.has(request)) return;
    BodyIntake.ofRequests.set(request, new BodyIntake(request, response, memory, limits, announced));
  }

  private constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    private readonly memory: BodyMemory,
    limits: ByteLimits,
    private readonly announced: number,
  ) {
    this.limits = limits;
    // Node has refused every other expectation, and HTTP/1.0 knows none.
    this.isAwaited = request.headers.expect !== undefined && request.httpVersion === '1.1';
    this.mayBeHeld = MAY_BE_FILE.test(request.headers['content-type'] ?? '');
    request.on('data', (chunk: Buffer) => this.take(chunk));
    request.on('end', () => this.finish());
    request.on('error', () => this.fail(new TruncatedBody()));
    // After a whole body too: an error with its stack is made only when it is told.
    request.on('close', () => this.isWhole || this.fail(new TruncatedBody()));
    response.on('finish', () => this.isWhole || this.fail(new TruncatedBody()));
  }

  /**
   * Tells the whole body once it is there, and then forgets it. Asks a sender that waits for `100 Continue` to send it.
   * Ends with BodyTooLarge (at once when the Content-Length says so), TooManyBodies or TruncatedBody.
   */
  read(limits: ByteLimits, tell: BytesRead): void {
    this.tell = tell;
    if (this.begins(limits)) this.settle();
    else if (this.isAwaited) this.response.writeContinue();
    this.request.resume();
  }

  /**
   * Hands the body on as it comes, what is there first, and asks for no more while the sink is full. Ends the sink with the
   * body, or destroys it with what {@link read} would tell. What comes after the sink is destroyed is thrown away.
   */
  pipe(limits: ByteLimits, sink: Writable): void {
    const isOver = this.begins(limits);
    const held = this.buffer.subarray(0, this.size);
    this.forget();
    this.sink = sink;
    if (this.fault !== undefined) {
      this.settle();
      return;
    }
    if (held.length > 0) sink.write(held);
    sink.on('drain', () => this.request.resume());
    sink.on('close', () => this.fail(new TruncatedBody()));
    if (isOver) sink.end();
    else if (this.isAwaited) this.response.writeContinue();
    if (!sink.writableNeedDrain) this.request.resume();
  }

  /** Sets the limits of who reads. @returns whether nothing more is to come: the body is whole, or at fault */
  private begins(limits: ByteLimits): boolean {
    this.limits = limits;
    const isTooLarge = this.announced > limits.maxBytes || this.size > limits.maxBytes;
    if (isTooLarge) this.fault ??= new BodyTooLarge(limits.maxBytes);
    return this.fault !== undefined || this.isWhole;
  }

  private take(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.fault === undefined) this.accept(chunk);
    if (this.size > this.limits.maxDiscardedBytes) this.request.destroy();
  }

  private accept(chunk: Buffer): void {
    if (this.size > this.limits.maxBytes) this.fail(new BodyTooLarge(this.limits.maxBytes));
    else if (this.sink !== undefined) this.hand(chunk, this.sink);
    else if (!this.keep(chunk)) this.fail(new TooManyBodies());
    else if (this.mayBeHeld && this.tell === undefined && this.size > HELD_BYTES) this.request.pause();
  }

  private hand(chunk: Buffer, sink: Writable): void {
    if (!sink.write(chunk)) this.request.pause();
  }

  /** @returns whether there was memory for it */
  private keep(chunk: Buffer): boolean {
    const start = this.size - chunk.length;
    if (this.size > this.buffer.length) {
      // The usual body comes in one chunk, which is kept as it is.
      const isAlone = chunk.length === this.announced;
      const capacity = isAlone ? chunk.length : Math.min(this.most, Math.max(this.size, 2 * this.buffer.length));
      if (!this.memory.take(capacity - this.buffer.length)) return false;
      if (isAlone) {
        this.buffer = chunk;
        return true;
      }
      const grown = Buffer.allocUnsafeSlow(capacity);
      this.buffer.copy(grown, 0, 0, start);
      this.buffer = grown;
    }
    chunk.copy(this.buffer, start);
    return true;
  }

  /** The most bytes the body can grow to. */
  private get most(): number {
    return Number.isNaN(this.announced) ? this.limits.maxBytes : this.announced;
  }

  private finish(): void {
    this.isWhole = true;
    if (this.sink !== undefined && this.fault === undefined) this.sink.end();
    else this.settle();
  }

  private fail(error: Error): void {
    this.fault ??= error;
    this.settle();
  }

  private settle(): void {
    const { tell, fault } = this;
    const bytes = this.buffer.subarray(0, this.size);
    if (fault === undefined && tell === undefined) return;
    this.tell = undefined;
    this.forget();
    // Discard the rest of the body.
    if (fault !== undefined) this.request.resume();
    if (fault !== undefined) this.sink?.destroy(fault);
    tell?.(fault, fault === undefined ? bytes : NO_BYTES);
  }

  private forget(): void {
    this.memory.give(this.buffer.length);
    this.buffer = NO_BYTES;
  }
}

/** Content-Length, 0 without a body, or NaN when only reading tells (chunked). Node has refused what is no number. */
function announcedBytes(request: IncomingMessage): number {
  if (request.headers['transfer-encoding'] !== undefined) return NaN;
  return Number(request.headers['content-length'] ?? 0);
}
