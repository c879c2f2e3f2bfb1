import { Webhook } from 'standardwebhooks';
import { ValidationFailed } from '../../../kernel/errors';
import { generatedSecret, signingKey, verifyWebhook, webhookHeaders, webhookSignature } from './webhook-signature';

const MADE = generatedSecret(Buffer.from(Array.from({ length: 32 }, (_, i) => 255 - i)));
const RAW = 'correct hörse 🐎';
const BODY = Buffer.from('[{"name":"Zoë"}]', 'utf8');
const ID = '0196f0a0-0000-7000-8000-000000000001';

const callAt = (sentAt: Date, secrets: readonly string[]): Record<string, string> =>
  webhookHeaders({ id: ID, sentAt, body: BODY, secrets, contentType: 'json', attempt: 2, userAgent: 'storekeeper/1' });

describe('the signature', () => {
  afterEach(() => jest.restoreAllMocks());

  it('is that of the Standard Webhooks specification', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const body = Buffer.from('{"test": 2432232314}');
    expect(
      webhookSignature({ id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body, secrets: [secret] }),
    ).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it.each([
    ['a made secret', [MADE], new Webhook(MADE)],
    ['raw text', [RAW], new Webhook(Uint8Array.from(Buffer.from(RAW)), { format: 'raw' })],
    ['the new of two', [MADE, RAW], new Webhook(MADE)],
    ['the old of two', [RAW, MADE], new Webhook(MADE)],
  ])('is verified by an independent library: %s', (_, secrets, receiver) => {
    const sentAt = new Date('2026-03-01T12:00:00.000Z');
    jest.spyOn(Date, 'now').mockReturnValue(sentAt.getTime());
    expect(receiver.verify(BODY, callAt(sentAt, secrets))).toEqual([{ name: 'Zoë' }]);
  });

  it('comes with every header of the call', () => {
    expect(callAt(new Date('2026-03-01T12:00:00.999Z'), [MADE, RAW])).toEqual({
      'content-type': 'application/json',
      'user-agent': 'storekeeper/1',
      'webhook-id': ID,
      'webhook-timestamp': '1772366400',
      'webhook-attempt': '2',
      'webhook-signature': webhookSignature({ id: ID, timestamp: 1772366400, body: BODY, secrets: [MADE, RAW] }),
    });
  });
});

describe('a secret', () => {
  it.each([
    ['12345678', Buffer.from('12345678')],
    ['éééééééé', Buffer.from('éééééééé', 'utf8')],
    ['WHSEC_AAAAAAAAAAAA', Buffer.from('WHSEC_AAAAAAAAAAAA')],
    ['whsec_MTIzNDU2Nzg=', Buffer.from('12345678')],
    ['whsec_MTIzNDU2Nzg', Buffer.from('12345678')],
    ['whsec_MTIzNDU2Nzg5', Buffer.from('123456789')],
    ['whsec_MTIzNDU2Nzg5MA==', Buffer.from('1234567890')],
    ['whsec_MTIzNDU2Nzg5MA', Buffer.from('1234567890')],
    ['a'.repeat(255), Buffer.alloc(255, 'a')],
  ])('%p has its key', (secret, key) => {
    expect(signingKey(secret)).toEqual(key);
  });

  it.each([
    ['', 'must have 8 to 255 characters'],
    ['1234567', 'must have 8 to 255 characters'],
    ['🐎🐎🐎🐎', 'must have 8 to 255 characters'],
    ['a'.repeat(256), 'must have 8 to 255 characters'],
    ['whsec_not base64!!', 'must be whsec_ and at least 8 bytes in base64'],
    ['whsec_MTIzNDU2N', 'must be whsec_ and at least 8 bytes in base64'],
    ['whsec_-_-_-_-_-_-_', 'must be whsec_ and at least 8 bytes in base64'],
    ['whsec_MTIzNDU2Nzg5M', 'must be whsec_ and at least 8 bytes in base64'],
    ['whsec_MTIzNDU2Nzg5M==', 'must be whsec_ and at least 8 bytes in base64'],
    ['whsec_MTIzNDU2Nw==', 'must be whsec_ and at least 8 bytes in base64'],
  ])('%p is refused without repeating it', (secret, message) => {
    expect(() => signingKey(secret)).toThrow(ValidationFailed.of('secret', message));
  });
});

describe('a received call', () => {
  const sentAt = new Date('2026-03-01T12:00:00.000Z');
  const headers = callAt(sentAt, [RAW, MADE]);
  const later = (seconds: number): Date => new Date(sentAt.getTime() + seconds * 1000);

  const signature = String(headers['webhook-signature']);
  const changed = (name: string, value: string | string[] | undefined) => ({ ...headers, [`webhook-${name}`]: value });

  it.each([
    ['as sent', headers, BODY, sentAt, 'valid'],
    ['five minutes late', headers, BODY, later(300), 'valid'],
    ['by a clock five minutes ahead', headers, BODY, later(-300), 'valid'],
    ['later than that', headers, BODY, later(301), 'timestamp_out_of_range'],
    ['earlier than that', headers, BODY, later(-301), 'timestamp_out_of_range'],
    ['with garbage for a time', changed('timestamp', '1e9'), BODY, sentAt, 'timestamp_out_of_range'],
    ['with a blank before its time', changed('timestamp', ' 1772366400'), BODY, sentAt, 'timestamp_out_of_range'],
    ['with a blank after its time', changed('timestamp', '1772366400 '), BODY, sentAt, 'timestamp_out_of_range'],
    ['with another body', headers, Buffer.from('[]'), sentAt, 'signature_mismatch'],
    ['with another id', changed('id', 'x'), BODY, sentAt, 'signature_mismatch'],
    ['with another version', changed('signature', 'v1a,AAAA'), BODY, sentAt, 'signature_mismatch'],
    ['with a cut signature', changed('signature', 'v1,AAAA'), BODY, sentAt, 'signature_mismatch'],
    ['of another scheme', changed('signature', signature.replaceAll('v1,', 'v2,')), BODY, sentAt, 'signature_mismatch'],
    ['signed twice over', changed('signature', [signature, signature]), BODY, sentAt, 'headers_missing'],
    ['without a time', changed('timestamp', undefined), BODY, sentAt, 'headers_missing'],
    ['without an id', changed('id', undefined), BODY, sentAt, 'headers_missing'],
    ['without a signature', changed('signature', ''), BODY, sentAt, 'headers_missing'],
  ])('%s', (_, received, body, now, verdict) => {
    expect(verifyWebhook({ headers: received, body }, MADE, now)).toBe(verdict);
  });

  it('is not valid for another secret', () => {
    expect(verifyWebhook({ headers, body: BODY }, 'another secret', sentAt)).toBe('signature_mismatch');
  });
});
