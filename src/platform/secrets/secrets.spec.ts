import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationError, parseConfig } from '../config/config';
import { SecretUnreadable } from './secret-box';
import { Secrets } from './secrets';

const [OLD = '', NEW = ''] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'));
const PRODUCTION = { DATABASE_URL: 'mariadb://store:secret@db/store' };

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    return (error as ConfigurationError).faults;
  }
}

describe('the key of secrets at rest (webhooks.md 6)', () => {
  it('is required in production, and must be one', () => {
    const missing = 'SECRETS_KEY is required with MySQL or MariaDB; make one: openssl rand -base64 32';
    const wrong = 'SECRETS_KEY must be 32 bytes as base64; make one: openssl rand -base64 32';
    expect(faultsOf(PRODUCTION)).toEqual([missing]);
    expect(faultsOf({ ...PRODUCTION, SECRETS_KEY: 'short' })).toEqual([wrong]);
    expect(faultsOf({ ...PRODUCTION, SECRETS_KEY: `${NEW},short` })).toEqual([wrong]);
    expect(faultsOf({ ...PRODUCTION, SECRETS_KEY: `${NEW},${OLD}` })).toEqual([]);
    expect(faultsOf({})).toEqual([]);
  });

  it('may be followed by older ones, which open and do not seal', () => {
    const before = new Secrets(parseConfig({ ...PRODUCTION, SECRETS_KEY: OLD }));
    const during = new Secrets(parseConfig({ ...PRODUCTION, SECRETS_KEY: `${NEW},${OLD}` }));
    const after = new Secrets(parseConfig({ ...PRODUCTION, SECRETS_KEY: NEW }));
    const old = before.seal('a secret', 'here');
    expect(during.open(old, 'here')).toBe('a secret');
    expect(after.open(during.seal('a secret', 'here'), 'here')).toBe('a secret');
    expect(() => after.open(old, 'here')).toThrow(new SecretUnreadable('unknown_key'));
  });

  describe('of the embedded store', () => {
    let folder: string;
    beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'secrets-'))));
    afterEach(() => rmSync(folder, { recursive: true }));

    it('stops the start with one line when its file cannot be read', () => {
      mkdirSync(join(folder, 'secrets.key'));
      const config = parseConfig({ DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}` });
      const fault = `the key file ${join(folder, 'secrets.key')} cannot be read: EISDIR: illegal operation on a directory, read. Run the store as the owner of this file`;
      expect(() => new Secrets(config)).toThrow(new ConfigurationError([fault]));
    });

    it('is made once, beside the database, for its owner only', () => {
      const config = parseConfig({ DATABASE_URL: `sqlite:${join(folder, 'data', 'store.sqlite')}` });
      const sealed = new Secrets(config).seal('a secret', 'here');
      const file = join(folder, 'data', 'secrets.key');
      expect([statSync(file).mode & 0o777, readFileSync(file, 'utf8')]).toEqual([
        0o600,
        expect.stringMatching(/^[\w+/]{43}=\n$/),
      ]);
      expect(new Secrets(config).open(sealed, 'here')).toBe('a secret');
    });

    it('is the configured one where there is one', () => {
      const config = parseConfig({ DATABASE_URL: `sqlite:${join(folder, 'store.sqlite')}`, SECRETS_KEY: NEW });
      const production = new Secrets(parseConfig({ ...PRODUCTION, SECRETS_KEY: NEW }));
      expect(production.open(new Secrets(config).seal('a secret', 'here'), 'here')).toBe('a secret');
    });
  });
});

describe('settings of webhooks', () => {
  it('have the defaults of webhooks.md', () => {
    const { webhooks, retention, metrics } = parseConfig({ ...PRODUCTION, SECRETS_KEY: NEW });
    expect({ webhooks, retention, metrics }).toEqual({
      webhooks: {
        allowedNetworks: [],
        schedule: [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
        deadlineSeconds: 15,
        leaseSeconds: 60,
        concurrency: 64,
        concurrencyEach: 4,
        limit: 1000,
        nameServers: [],
      },
      retention: { eventDays: 30, attemptDays: 30, cartDays: 30, idempotencyHours: 24, expiredTokenDays: 1 },
      metrics: { port: undefined, onApi: false },
    });
    expect(parseConfig({}).webhooks.allowedNetworks).toEqual(['127.0.0.0/8', '::1/128']);
  });

  it('contradict nothing', () => {
    expect(faultsOf({ WEBHOOK_DEADLINE_SECONDS: '41', WEBHOOK_CONCURRENCY: '3' })).toEqual([
      'WEBHOOK_DEADLINE_SECONDS must be at most two thirds of WEBHOOK_LEASE_SECONDS',
      'WEBHOOK_CONCURRENCY_EACH must not be above WEBHOOK_CONCURRENCY',
    ]);
    expect(faultsOf({ WEBHOOK_SCHEDULE: '0,-5' })).toEqual([
      'WEBHOOK_SCHEDULE must be whole seconds separated by commas, such as 0,5,300',
    ]);
  });
});
