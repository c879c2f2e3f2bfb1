import { createCipheriv, createDecipheriv, createHash, randomBytes, type CipherGCMTypes } from 'node:crypto';

const VERSION = 'v1';
const CIPHER: CipherGCMTypes = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_LENGTH = 8;

/** A key for secrets at rest, with the id that is stored beside what it sealed. */
export interface SecretKey {
  /** Eight characters of base64url, made from the key: the same key has the same id everywhere. */
  readonly id: string;
  readonly bytes: Buffer;
}

/** A sealed text that cannot be opened. Says why, and nothing of what is inside. */
export class SecretUnreadable extends Error {
  constructor(readonly reason: 'malformed' | 'unknown_key' | 'tampered') {
    super(`a sealed secret cannot be opened: ${reason}`);
    this.name = 'SecretUnreadable';
  }
}

/**
 * The key written in configuration: 32 bytes as base64, base64url or hexadecimal text.
 * @throws RangeError when the text is anything else; the message does not repeat it
 */
export function parseSecretKey(text: string): SecretKey {
  const isHex = /^[0-9a-f]{64}$/i.test(text);
  const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(text);
  if (!isHex && !isBase64) throw new RangeError(`must be ${KEY_BYTES} bytes in base64 or hexadecimal`);
  const bytes = Buffer.from(text, isHex ? 'hex' : 'base64');
  const id = createHash('sha256').update('secret-box key id').update(bytes).digest('base64url');
  return { id: id.slice(0, KEY_ID_LENGTH), bytes };
}

/**
 * Encrypts a text with AES-256-GCM: `v1.<key id>.<iv>.<tag>.<ciphertext>`, the last three base64url (webhooks.md 6).
 * @param boundTo what the text belongs to (`webhook:<id>`): opened for anything else, it is unreadable, so that a
 *   sealed text copied to another row is worth nothing
 */
export function sealSecret(text: string, key: SecretKey, boundTo: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key.bytes, iv).setAAD(context(key.id, boundTo));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const parts = [iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'));
  return [VERSION, key.id, ...parts].join('.');
}

/**
 * Opens a text of {@link sealSecret} with the key that sealed it. There are several keys during a key rotation.
 * @throws SecretUnreadable when the text is malformed, its key is not among them, or it was changed or moved
 */
export function openSecret(sealed: string, keys: readonly SecretKey[], boundTo: string): string {
  const { keyId, iv, tag, body } = parseSealed(sealed);
  const key = keys.find(({ id }) => id === keyId);
  if (!key) throw new SecretUnreadable('unknown_key');
  const decipher = createDecipheriv(CIPHER, key.bytes, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(context(keyId, boundTo)).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch {
    throw new SecretUnreadable('tampered');
  }
}

/** The id of the key that sealed a text. @throws SecretUnreadable when the text is malformed */
export function keyIdOf(sealed: string): string {
  return parseSealed(sealed).keyId;
}

/** 12 bytes of iv are 16 characters of base64url, 16 bytes of tag are 22. */
const SEALED = /^v1\.([\w-]{8})\.([\w-]{16})\.([\w-]{22})\.([\w-]*)$/;

function parseSealed(sealed: string): { keyId: string; iv: Buffer; tag: Buffer; body: Buffer } {
  const [, keyId = '', iv = '', tag = '', body = ''] = SEALED.exec(sealed) ?? [];
  if (keyId === '') throw new SecretUnreadable('malformed');
  return { keyId, iv: decoded(iv), tag: decoded(tag), body: decoded(body) };
}

function decoded(part: string): Buffer {
  return Buffer.from(part, 'base64url');
}

function context(keyId: string, boundTo: string): Buffer {
  return Buffer.from(`${VERSION}.${keyId}.${boundTo}`, 'utf8');
}
