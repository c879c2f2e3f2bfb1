/** Draws numbers that only a seed decides. */
export class Seeded {
  private state: number;

  constructor(seed: number) {
    // Neighbouring seeds begin far apart.
    this.state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ (seed << 16);
  }

  /** From 0 up to, not including, 1. The generator is mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return probability > 0 && this.next() < probability;
  }

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** @throws RangeError when the list is empty */
  pick<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.next() * list.length)];
    if (found === undefined) throw new RangeError('nothing to pick from');
    return found;
  }

  bytes(count: number): Buffer {
    return Buffer.from(Array.from({ length: count }, () => this.between(0, 255)));
  }

  /** A UUID of version 4. */
  uuid(): string {
    const hex = this.bytes(16).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
