import { parseConfig } from '../../platform/config/config';
import { SecretUnreadable } from '../../platform/secrets/secret-box';
import { Secrets } from '../../platform/secrets/secrets';
import { WebhookSecrets } from './webhook-secrets';

const NOW = new Date('2027-01-01T00:00:00.000Z');
const KEY = Buffer.alloc(32, 7).toString('base64');

function opener(): { webhooks: WebhookSecrets; opened: jest.SpyInstance } {
  const secrets = new Secrets(parseConfig({ DATABASE_URL: 'mariadb://s:s@db/store', SECRETS_KEY: KEY }));
  return { webhooks: new WebhookSecrets(secrets), opened: jest.spyOn(secrets, 'open') };
}

const holder = (webhooks: WebhookSecrets, id: string, secret: string) => ({
  id,
  secret: webhooks.seal(id, secret),
  previousSecret: null,
  previousSecretUntil: null,
});

describe('the secrets a worker signs with', () => {
  it('are opened once for as many calls as there are', () => {
    const { webhooks, opened } = opener();
    const webhook = holder(webhooks, '1', 'first secret');
    expect([webhooks.signing(webhook, NOW), webhooks.signing(webhook, NOW)]).toEqual([
      ['first secret'],
      ['first secret'],
    ]);
    expect(opened).toHaveBeenCalledTimes(1);
  });

  it('are those of now after a change, and both for a day', () => {
    const { webhooks } = opener();
    const webhook = holder(webhooks, '1', 'first secret');
    webhooks.signing(webhook, NOW);
    webhooks.replace(webhook, 'second secret', NOW);
    const inADay = new Date(NOW.getTime() + 24 * 60 * 60 * 1000);
    expect(webhooks.signing(webhook, NOW)).toEqual(['second secret', 'first secret']);
    expect(webhooks.signing(webhook, inADay)).toEqual(['second secret']);
  });

  it('are worth nothing in the row of another webhook, opened before or not', () => {
    const { webhooks } = opener();
    const webhook = holder(webhooks, '1', 'first secret');
    webhooks.signing(webhook, NOW);
    expect(() => webhooks.signing({ ...webhook, id: '2' }, NOW)).toThrow(SecretUnreadable);
  });

  it('stay in memory for the last thousand only', () => {
    const { webhooks, opened } = opener();
    const first = holder(webhooks, '0', 'first secret');
    webhooks.signing(first, NOW);
    for (let i = 1; i < 1_000; i += 1) webhooks.signing(holder(webhooks, String(i), `secret ${i}`), NOW);
    webhooks.signing(first, NOW);
    expect(opened).toHaveBeenCalledTimes(1_000);
    webhooks.signing(holder(webhooks, '1000', 'one more'), NOW);
    webhooks.signing(first, NOW);
    expect(opened).toHaveBeenCalledTimes(1_002);
  });
});
