import { type INestApplicationContext } from '@nestjs/common';
import { type Logger } from 'pino';
import { ResealService } from '../modules/webhooks/reseal.service';
import { GatewaySecretsService } from '../modules/settings/gateway-secrets.service';
import { ConfigurationError } from '../platform/config/config';
import { PendingMigrations } from '../platform/database/connection/pending-migrations';
import { ResealAnswers } from '../platform/http/idempotency/reseal-answers';
import { type SealState, Secrets } from '../platform/secrets/secrets';

const UNREADABLE =
  'secrets in the database cannot be opened with SECRETS_KEY (or the file secrets.key), and new ones are sealed with it. If the key is wrong, stop and set the right one. If it was replaced, put the old one behind the new one, after a comma. If it is lost, rotate the secret of each webhook and send the settings of each gateway again';

/**
 * Makes the key of a new embedded store. A store that has sealed texts and whose key file is gone must not get another
 * key: nothing that the old one sealed could be opened, and every webhook would fail.
 * @throws ConfigurationError which says what to do
 */
export async function requireSecretsKey(app: INestApplicationContext): Promise<void> {
  const secrets = app.get(Secrets);
  const file = secrets.missingKeyFile;
  if (file === undefined) return;
  if (await hasSealed(app)) {
    throw new ConfigurationError([
      `${file} is missing, and the database has texts sealed with its key (secrets of webhooks, settings of gateways, stored responses). Put the file back from your backup, or set SECRETS_KEY to its text. If the key is lost for good: openssl rand -base64 32 > ${file}, start, and rotate the secret of each webhook (POST /v1/webhooks/{id}/secret/rotate) and send the settings of each gateway again (PUT /v1/gateways/{slug})`,
    ]);
  }
  secrets.makeMissingKey();
}

/**
 * Looks whether the newest secrets of webhooks and the settings of gateways can be opened, and warns if not. The process starts all the
 * same: a store whose key is lost gets its new secrets over the API. A database that is not migrated is not looked at.
 */
export async function warnOfUnreadableSecrets(app: INestApplicationContext, logger: Logger): Promise<void> {
  const missing = await app.get(PendingMigrations, { strict: false }).names();
  if (missing.length > 0) return;
  const webhooks = looked(await app.get(ResealService, { strict: false }).newestStates());
  const gateways = looked(await app.get(GatewaySecretsService, { strict: false }).states());
  if (webhooks.unreadable + gateways.unreadable > 0) logger.warn({ webhooks, gateways }, UNREADABLE);
}

function looked(states: readonly SealState[]): { looked_at: number; unreadable: number } {
  return { looked_at: states.length, unreadable: states.filter((state) => state === 'unreadable').length };
}

async function hasSealed(app: INestApplicationContext): Promise<boolean> {
  for (const kind of [ResealService, ResealAnswers, GatewaySecretsService])
    if (await app.get(kind).hasSealed()) return true;
  return false;
}
