import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigurationError } from '../config/config';

const KEY_BYTES = 32;

/** The text of a new key. */
export function newKeyText(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}

/**
 * Reads the key kept in a file; undefined when there is no such file.
 * @throws ConfigurationError when it cannot be read, such as the file of another user
 */
export function readKeyFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new ConfigurationError([
      `the key file ${path} cannot be read: ${message}. Run the store as the owner of this file`,
    ]);
  }
}

/**
 * Makes the key file of an embedded store, readable by its owner only. Without the file, texts sealed with the key cannot
 * be opened again, so back it up together with the database.
 * @returns the text of the key in the file: of two processes that make it at once, one does and both use its key
 */
export function makeKeyFile(path: string): string {
  const text = newKeyText();
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${text}\n`, { mode: 0o600, flag: 'wx' });
    return text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFileSync(path, 'utf8').trim();
  }
}
