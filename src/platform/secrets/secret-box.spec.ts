import { openSecret, parseSecretKey, sealSecret, SecretUnreadable } from './secret-box';

const OLD = parseSecretKey(Buffer.alloc(32, 1).toString('base64'));
const NEW = parseSecretKey(Buffer.alloc(32, 2).toString('hex'));
const TEXT = 'whsec_Zoë 🐎';

describe('a sealed secret', () => {
  it('opens with its key alone', () => {
    const sealed = sealSecret(TEXT, OLD, 'webhook:1');
    expect(openSecret(sealed, [OLD], 'webhook:1')).toBe(TEXT);
    expect(openSecret(sealSecret('', OLD, 'webhook:1'), [OLD], 'webhook:1')).toBe('');
  });

  it('opens while keys are rotated, in any order', () => {
    const [old, fresh] = [sealSecret(TEXT, OLD, 'webhook:1'), sealSecret(TEXT, NEW, 'webhook:1')];
    expect([old, fresh].map((sealed) => openSecret(sealed, [NEW, OLD], 'webhook:1'))).toEqual([TEXT, TEXT]);
  });

  it('names its version and its key, holds nothing of the text and never looks the same twice', () => {
    const [one, two] = [sealSecret(TEXT, OLD, 'webhook:1'), sealSecret(TEXT, OLD, 'webhook:1')];
    expect(one).toMatch(/^v1\.[\w-]{8}\.[\w-]{16}\.[\w-]{22}\.[\w-]+$/);
    expect(one.split('.')[1]).toBe(OLD.id);
    expect(one.split('.').slice(2)).not.toContain(two.split('.')[2]);
    expect(one).not.toContain(Buffer.from(TEXT).toString('base64url'));
  });

  const sealed = sealSecret(TEXT, OLD, 'webhook:1');
  const [version = '', keyId = '', iv = '', tag = '', body = ''] = sealed.split('.');
  const flipped = (part: string): string => (part.startsWith('A') ? 'B' : 'A') + part.slice(1);
  it.each([
    ['for another row', sealed, 'webhook:2', 'tampered'],
    ['with another iv', [version, keyId, flipped(iv), tag, body].join('.'), 'webhook:1', 'tampered'],
    ['with another tag', [version, keyId, iv, flipped(tag), body].join('.'), 'webhook:1', 'tampered'],
    ['with another text', [version, keyId, iv, tag, flipped(body)].join('.'), 'webhook:1', 'tampered'],
    ['cut short', [version, keyId, iv, tag, body.slice(4)].join('.'), 'webhook:1', 'tampered'],
    ['under the other key', [version, NEW.id, iv, tag, body].join('.'), 'webhook:1', 'tampered'],
    ['under an unknown key', [version, 'AAAAAAAA', iv, tag, body].join('.'), 'webhook:1', 'unknown_key'],
    ['of another version', ['v2', keyId, iv, tag, body].join('.'), 'webhook:1', 'malformed'],
    ['with a short tag', [version, keyId, iv, tag.slice(0, 6), body].join('.'), 'webhook:1', 'malformed'],
    ['with a part missing', [version, keyId, iv, tag].join('.'), 'webhook:1', 'malformed'],
    ['that is plain text', TEXT, 'webhook:1', 'malformed'],
    ['that is empty', '', 'webhook:1', 'malformed'],
  ] as const)('does not open %s', (_, text, boundTo, reason) => {
    expect(() => openSecret(text, [OLD, NEW], boundTo)).toThrow(new SecretUnreadable(reason));
  });
});

describe('a configured key', () => {
  it('is the same in every spelling, and so is its id', () => {
    const bytes = Buffer.alloc(32, 0xfb);
    const keys = [bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')].map(parseSecretKey);
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[0]?.bytes).toEqual(bytes);
    expect(new Set([OLD.id, NEW.id, keys[0]?.id]).size).toBe(3);
  });

  it.each(['', 'secret', 'a'.repeat(63), Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('base64')])(
    'cannot be %p',
    (text) => {
      expect(() => parseSecretKey(text)).toThrow(new RangeError('must be 32 bytes in base64 or hexadecimal'));
    },
  );
});
