import { rm, writeFile } from 'node:fs/promises';
import { isDiskRefusal } from '../driver-faults';

/** Bytes that a disk must take before it counts as writable again: room for a checkpoint and its log. */
const PROBE_BYTES = 4_194_304;

/**
 * Tells whether the disk of the embedded database takes writes. A failed statement shows that it is full. From then on a
 * test file is written beside the database, because SQLite's log may have room for a small write on a full disk.
 */
export class Disk {
  /** The last failure of a write, until one goes through. */
  refusal: unknown;
  private asking: Promise<boolean> | undefined;

  /** @param path of the database; `:memory:` has no disk */
  constructor(private readonly path: string) {}

  /** Notes that a statement failed. */
  noteFailure(error: unknown): void {
    if (isDiskRefusal(error)) this.refusal = error;
  }

  /** Resolves whether writes go through. However many ask at once, one file is written. */
  async isWritable(): Promise<boolean> {
    if (this.refusal === undefined) return true;
    this.asking ??= this.ask().finally(() => (this.asking = undefined));
    return this.asking;
  }

  private async ask(): Promise<boolean> {
    const probe = `${this.path}-probe`;
    try {
      await writeFile(probe, Buffer.alloc(PROBE_BYTES), { mode: 0o600, flush: true });
      this.refusal = undefined;
    } catch (error) {
      // Still full: the next one who asks tries again.
      this.refusal = error;
    } finally {
      await rm(probe, { force: true });
    }
    return this.refusal === undefined;
  }
}
