import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { type Clock } from './clock';

/** 2020-01-01T00:00:00Z, from which the milliseconds of an id count. 41 bits of them last until 2089. */
const EPOCH_MS = 1_577_836_800_000;
const NODE_BITS = 10n;
const SEQUENCE_BITS = 12n;
const SEQUENCE_SIZE = 1 << Number(SEQUENCE_BITS);

/** Numeric-looking, time-ordered, below 2^63: fits BIGINT on every engine and stays a string in code. */
export type Id = string;

const MAX_ID = 2n ** 63n - 1n;

/** Whether a text can be an id: decimal digits without a leading zero, within BIGINT. */
export function isId(text: string): boolean {
  return /^[1-9]\d{0,18}$/.test(text) && BigInt(text) <= MAX_ID;
}

/** The smallest id that an instant could have made: lets an id range stand for a time range. */
export function firstIdAt(instant: Date): Id {
  return String(BigInt(Math.max(instant.getTime() - EPOCH_MS, 0)) << (NODE_BITS + SEQUENCE_BITS));
}

/** Returns the lower bound of the UUIDv7s of an instant, as {@link firstIdAt}: those made then or later sort after it, earlier ones before it. */
export function firstUuidAt(instant: Date): string {
  const ms = Math.max(instant.getTime(), 0).toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}`;
}

/** When an id was made, to the millisecond. */
export function instantOf(id: Id): Date {
  return new Date(Number(BigInt(id) >> (NODE_BITS + SEQUENCE_BITS)) + EPOCH_MS);
}

/**
 * Makes ids of 41 bits of milliseconds, 10 of node and 12 of sequence, rising within one process.
 * The node is drawn at random at start, so two processes may share one: a duplicate key is rolled back and drawn again.
 */
export class IdGenerator {
  private readonly node = BigInt(randomInt(1 << Number(NODE_BITS)));
  private lastMs = 0;
  private sequence = 0;
  private uuidMs = 0;
  private uuidSequence = 0;

  constructor(private readonly clock: Clock) {}

  /** A new id. When one millisecond is used up, or the clock went back, it borrows from the next. */
  next(): Id {
    const now = this.clock.now().getTime() - EPOCH_MS;
    if (now > this.lastMs) {
      this.lastMs = now;
      this.sequence = 0;
    } else if (++this.sequence === SEQUENCE_SIZE) {
      this.lastMs += 1;
      this.sequence = 0;
    }
    return String((((BigInt(this.lastMs) << NODE_BITS) | this.node) << SEQUENCE_BITS) | BigInt(this.sequence));
  }

  /** A UUIDv7 (RFC 9562) whose 12 bits after the version count within the millisecond, so that text order is age. */
  nextUuid(): string {
    const now = this.clock.now().getTime();
    if (now > this.uuidMs) {
      this.uuidMs = now;
      this.uuidSequence = 0;
    } else if (++this.uuidSequence === SEQUENCE_SIZE) {
      this.uuidMs += 1;
      this.uuidSequence = 0;
    }
    const ms = this.uuidMs.toString(16).padStart(12, '0');
    const sequence = this.uuidSequence.toString(16).padStart(3, '0');
    // The random part of a version 4, with its variant: Node draws many of those at once.
    return `${ms.slice(0, 8)}-${ms.slice(8)}-7${sequence}${randomUUID().slice(18)}`;
  }
}

/** When a UUIDv7 was made, to the millisecond. */
export function timeOfUuid(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

/** Letters, digits, `-` and `_` from the system's random source: 32 bytes are 43 of them. */
export function randomToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

/** Hex digits from the system's random source, for names that are typed on command lines: never begins with a dash. */
export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}
