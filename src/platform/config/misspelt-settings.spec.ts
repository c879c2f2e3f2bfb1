import { parseConfig } from './config';
import { misspeltSettings } from './misspelt-settings';

const KNOWN = ['DATABASE_URL', 'REDIS_URL', 'PORT', 'HOST', 'WEBHOOK_SCHEDULE'];

describe('misspelt names of settings', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABAES_URL', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['REDIS_URLS', 'REDIS_URL'],
    ['WEBHOOKS_SHCEDULE', 'WEBHOOK_SCHEDULE'],
  ])('%s means %s', (name, meant) => {
    expect(misspeltSettings([name], KNOWN)).toEqual([`${name} is not a setting; did you mean ${meant}?`]);
  });

  it.each(['TEST_DATABASE_URL', 'DATABASE', 'REDIS_PORT', 'PORTS', 'HOSTNAME', 'PATH', 'POST'])(
    '%s means none',
    (name) => {
      expect(misspeltSettings([name], KNOWN)).toEqual([]);
    },
  );

  it('are no fault beside the setting itself', () => {
    expect(misspeltSettings(['DATABASE_URL', 'DATABASE_URI'], KNOWN)).toEqual([]);
  });

  it('keep a process from starting', () => {
    const env = { DATABSE_URL: 'mariadb://shop:hush@db/shop' };
    expect(() => parseConfig(env)).toThrow(
      'The configuration has 1 fault(s):\n  - DATABSE_URL is not a setting; did you mean DATABASE_URL?',
    );
  });
});

describe('a store in production', () => {
  it.each(['production', 'prod', 'staging'])('must be told its database: NODE_ENV=%s', (name) => {
    const fault = `DATABASE_URL is required with NODE_ENV=${name}: mariadb://user:password@host:3306/store, or sqlite:data/store.sqlite for the embedded database`;
    expect(() => parseConfig({ NODE_ENV: name })).toThrow(fault);
    expect(() => parseConfig({ NODE_ENV: name, DATABASE_URL: ' ' })).toThrow(fault);
    expect(parseConfig({ NODE_ENV: name, DATABASE_URL: 'sqlite:a' }).inProduction).toBe(true);
  });

  it('is told apart from development and tests', () => {
    expect(parseConfig({ NODE_ENV: 'development' }).inProduction).toBe(false);
    expect(parseConfig({ NODE_ENV: 'test' }).inProduction).toBe(false);
    expect(parseConfig({ NODE_ENV: 'production', DATABASE_URL: 'sqlite:a' }).database.url).toBe('sqlite:a');
    expect(parseConfig({ NODE_ENV: 'development' }).database.url).toBe('sqlite:data/store.sqlite');
  });
});
