import { type INestApplicationContext } from '@nestjs/common';
import { ResealService } from '../modules/webhooks/reseal.service';
import { GatewaySecretsService } from '../modules/settings/gateway-secrets.service';
import { ConfigurationError } from '../platform/config/config';
import { ResealAnswers } from '../platform/http/idempotency/reseal-answers';
import { Secrets } from '../platform/secrets/secrets';

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

async function hasSealed(app: INestApplicationContext): Promise<boolean> {
  for (const kind of [ResealService, ResealAnswers, GatewaySecretsService])
    if (await app.get(kind).hasSealed()) return true;
  return false;
}
