/** The memory that all unfinished bodies of a process share. */
export class BodyMemory {
  private used = 0;

  /** @param maxBytes for all of them together */
  constructor(private readonly maxBytes: number) {}

  /** @returns whether there was so much left, which is now taken */
  take(bytes: number): boolean {
    if (this.used + bytes > this.maxBytes) return false;
    this.used += bytes;
    return true;
  }

  give(bytes: number): void {
    this.used -= bytes;
  }
}
