import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config';
import { keyIdOf, openSecret, parseSecretKey, sealSecret, type SecretKey, SecretUnreadable } from './secret-box';
import { keyOfFile } from './secret-key.file';

/** What a sealed text is to the keys of the process: sealed with the one that seals, with an older one, or with none. */
export type SealState = 'current' | 'old' | 'unreadable';

/** Seals secrets at rest with the key of the process: `SECRETS_KEY`, on the embedded default a file beside the database. */
@Injectable()
export class Secrets {
  private readonly keys: readonly [SecretKey, ...SecretKey[]];

  constructor(@Inject(CONFIG) config: Config) {
    const [first, ...others] = config.secretsKeys;
    this.keys =
      first === undefined ? [embeddedKey(config.database.url)] : [parseSecretKey(first), ...others.map(parseSecretKey)];
  }

  /** @param boundTo what the text belongs to, see {@link sealSecret} */
  seal(text: string, boundTo: string): string {
    return sealSecret(text, this.keys[0], boundTo);
  }

  /** @throws SecretUnreadable */
  open(sealed: string, boundTo: string): string {
    return openSecret(sealed, this.keys, boundTo);
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

  /** The same text, sealed with the key that seals now. @throws SecretUnreadable */
  reseal(sealed: string, boundTo: string): string {
    return this.seal(this.open(sealed, boundTo), boundTo);
  }
}

/** A database in memory is gone with the process, and so is its key. */
function embeddedKey(databaseUrl: string): SecretKey {
  const path = databaseUrl.slice('sqlite:'.length);
  const text = path === ':memory:' ? randomBytes(32).toString('base64') : keyOfFile(join(dirname(path), 'secrets.key'));
  return parseSecretKey(text);
}
