import { createHash } from 'node:crypto';

/** The lines of a simulation, one for each thing that happened. Equal runs have equal lines, and so an equal hash. */
export class Trace {
  readonly lines: string[] = [];

  add(at: number, name: string, text: string): void {
    this.lines.push(`${at.toFixed(3).padStart(11)} ${name.padEnd(9)} ${text}`);
  }

  get hash(): string {
    return createHash('sha256').update(this.lines.join('\n')).digest('hex').slice(0, 16);
  }
}
