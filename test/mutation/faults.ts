import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A fault that is planted in the project, and the spec of `npm test` that must fail with it. */
export interface Fault {
  /** The rule that the changed text keeps. */
  readonly guards: string;
  readonly file: string;
  /** Text that is in the file once. */
  readonly from: string;
  readonly to: string;
  readonly spec: string;
}

export const ROOT = resolve(__dirname, '../..');

export const FAULTS = JSON.parse(readFileSync(join(__dirname, 'faults.table.json'), 'utf8')) as readonly Fault[];

/** Returns the text of a file with the fault. @throws Error unless the text that it replaces is there once */
export function withFault(source: string, { guards, file, from, to }: Fault): string {
  const found = source.split(from).length - 1;
  if (found !== 1) throw new Error(`${guards}: ${file} has this text ${found} times, not once: ${from}`);
  return source.replace(from, () => to);
}
