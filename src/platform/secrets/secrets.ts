import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config';
import { openSecret, parseSecretKey, sealSecret, type SecretKey } from './secret-box';
import { keyOfFile } from './secret-key.file';

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
}

/** A database in memory is gone with the process, and so is its key. */
function embeddedKey(databaseUrl: string): SecretKey {
  const path = databaseUrl.slice('sqlite:'.length);
  const text = path === ':memory:' ? randomBytes(32).toString('base64') : keyOfFile(join(dirname(path), 'secrets.key'));
  return parseSecretKey(text);
}
