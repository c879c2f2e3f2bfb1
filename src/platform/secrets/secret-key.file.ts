import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const KEY_BYTES = 32;

/**
 * The text of the key kept in a file, made at the first call: the embedded store has nobody to hand it one. Readable by
 * its owner only; without it, what it sealed cannot be opened again, so it belongs into the same backup as the database.
 */
export function keyOfFile(path: string): string {
  try {
    mkdirSync(dirname(path), { recursive: true });
    // `wx`: of two processes that start at once, one makes the key and both read it.
    writeFileSync(path, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8').trim();
}
