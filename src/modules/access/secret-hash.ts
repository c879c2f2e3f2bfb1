import { createHash, timingSafeEqual } from 'node:crypto';

/** SHA-256 of a random secret, hex: all that is stored of it. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Returns whether a secret has this hash, in constant time. */
export function matchesHash(secret: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(secret), 'hex'), Buffer.from(hash, 'hex'));
}
