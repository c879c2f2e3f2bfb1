import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { RateLimited } from '../../platform/http/http.errors';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Costs as OWASP has them for scrypt: 16 MiB and about 0.15 s a hash. */
const COSTS = { N: 16_384, r: 8, p: 5 } as const;
const MAX_MEMORY = 64 * 1_048_576;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const FORM = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]{22})\$([\w-]{43})$/;

/** Hashes made at once: Node has four threads for them, which reading files and looking up names share. */
const AT_ONCE = 2;
/** Hashes that wait for their turn: five seconds of work. */
const MAX_WAITING = 60;
/** Seconds after which a refused request may be sent again. */
const RETRY_AFTER = 5;

/** The hash to compare with for an unknown customer, so that the response takes as long as for a wrong password. */
const NOBODY = ['scrypt', COSTS.N, COSTS.r, COSTS.p, 'A'.repeat(22), 'A'.repeat(43)].join('$');

/** Hashes passwords, slowly and few at a time, so that many logins do not delay other requests. */
@Injectable()
export class PasswordHash {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** @returns the hash of a password with its costs and its salt @throws RateLimited when too many wait */
  async of(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const key = await this.inTurn(() => derive(password.normalize('NFC'), salt, KEY_BYTES, withMemory(COSTS)));
    return ['scrypt', COSTS.N, COSTS.r, COSTS.p, salt.toString('base64url'), key.toString('base64url')].join('$');
  }

  /** Whether a password has this hash, in constant time. @param hash undefined: there is none @throws RateLimited as {@link of} */
  async matches(password: string, hash: string | undefined): Promise<boolean> {
    const [, n, r, p, salt = '', key = ''] = FORM.exec(hash ?? NOBODY) ?? [];
    const costs = withMemory({ N: Number(n), r: Number(r), p: Number(p) });
    const given = await this.inTurn(() =>
      derive(password.normalize('NFC'), Buffer.from(salt, 'base64url'), KEY_BYTES, costs),
    );
    return timingSafeEqual(given, Buffer.from(key, 'base64url')) && hash !== undefined;
  }

  private async inTurn<T>(hash: () => Promise<T>): Promise<T> {
    if (this.running < AT_ONCE) this.running += 1;
    else if (this.waiting.length >= MAX_WAITING) throw new RateLimited(RETRY_AFTER);
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await hash();
    } finally {
      const next = this.waiting.shift();
      // The turn is handed over: nobody who comes now takes it before those who wait.
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}

function withMemory(costs: ScryptOptions): ScryptOptions {
  return { ...costs, maxmem: MAX_MEMORY };
}
