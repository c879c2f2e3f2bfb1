import { dirname, join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config';
import { keyIdOf, openSecret, parseSecretKey, sealSecret, type SecretKey, SecretUnreadable } from './secret-box';
import { makeKeyFile, newKeyText, readKeyFile } from './secret-key.file';

/** The key that sealed a text: the current one, an older one, or none that the process has. */
export type SealState = 'current' | 'old' | 'unreadable';

type Keys = readonly [SecretKey, ...SecretKey[]];

/** Seals secrets at rest with the key of the process: `SECRETS_KEY`, on the embedded default a file beside the database. */
@Injectable()
export class Secrets {
  private made: Keys | undefined;
  /** Path of the embedded store's key; undefined: the key is configured, or the database is in memory. */
  private readonly keyFile: string | undefined;

  constructor(@Inject(CONFIG) config: Config) {
    const [first, ...others] = config.secretsKeys;
    const path = config.database.url.slice('sqlite:'.length);
    if (first !== undefined) this.made = [parseSecretKey(first), ...others.map(parseSecretKey)];
    // A database in memory is gone with the process, and so is its key.
    else if (path === ':memory:') this.made = [parseSecretKey(newKeyText())];
    else this.keyFile = join(dirname(path), 'secrets.key');
    const kept = this.keyFile === undefined ? undefined : readKeyFile(this.keyFile);
    if (kept !== undefined) this.made = [parseSecretKey(kept)];
  }

  /** The file that the key belongs in and that is not there; it is made when the key is first used. */
  get missingKeyFile(): string | undefined {
    return this.made === undefined ? this.keyFile : undefined;
  }

  /** The keys; the first call of a new embedded store makes the file. */
  private get keys(): Keys {
    return (this.made ??= [parseSecretKey(makeKeyFile(this.keyFile ?? ''))]);
  }

  /** Makes the file of the key if it is missing: for a store that has sealed nothing yet. */
  makeMissingKey(): void {
    void this.keys;
  }

  /** @param boundTo what the text belongs to, see {@link sealSecret} */
  seal(text: string, boundTo: string): string {
    return sealSecret(text, this.keys[0], boundTo);
  }

  /** @throws SecretUnreadable */
  open(sealed: string, boundTo: string): string {
    return openSecret(sealed, this.made ?? [], boundTo);
  }

  /** Opens a text to see whether it can be, and with which key. */
  stateOf(sealed: string, boundTo: string): SealState {
    try {
      this.open(sealed, boundTo);
    } catch (error) {
      if (error instanceof SecretUnreadable) return 'unreadable';
      throw error;
    }
    return keyIdOf(sealed) === this.keys[0].id ? 'current' : 'old';
  }

  /** Returns the same text sealed with the current key. @throws SecretUnreadable */
  reseal(sealed: string, boundTo: string): string {
    return this.seal(this.open(sealed, boundTo), boundTo);
  }
}
