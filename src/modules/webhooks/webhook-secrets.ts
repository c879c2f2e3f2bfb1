import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Secrets } from '../../platform/secrets/secrets';
import { type Webhook } from './data/webhook.entity';
import { GENERATED_SECRET_BYTES, generatedSecret } from './domain/webhook-signature';

/** How long the secret before goes on signing beside a new one (webhooks.md 6). */
const OVERLAP_MS = 24 * 60 * 60 * 1000;

/** What of a webhook its secrets are kept in. */
export type SecretHolder = Pick<Webhook, 'id' | 'secret' | 'previousSecret' | 'previousSecretUntil'>;

/** The secrets of webhooks: made, sealed at rest, and opened to sign. */
@Injectable()
export class WebhookSecrets {
  constructor(private readonly secrets: Secrets) {}

  /** A new secret, in clear. */
  make(): string {
    return generatedSecret(randomBytes(GENERATED_SECRET_BYTES));
  }

  /** Sealed for one webhook: in the row of another it is worth nothing. */
  seal(webhookId: string, secret: string): string {
    return this.secrets.seal(secret, boundTo(webhookId));
  }

  /** Makes a secret the present one; the one before goes on signing for a day. The same secret changes nothing. */
  replace(webhook: SecretHolder, secret: string, now: Date): void {
    if (this.open(webhook.id, webhook.secret) === secret) return;
    webhook.previousSecret = webhook.secret;
    webhook.previousSecretUntil = new Date(now.getTime() + OVERLAP_MS);
    webhook.secret = this.seal(webhook.id, secret);
  }

  /** The secrets that sign a call now, the present one first. @throws SecretUnreadable */
  signing(webhook: SecretHolder, now: Date): string[] {
    const present = this.open(webhook.id, webhook.secret);
    const { previousSecret, previousSecretUntil } = webhook;
    if (previousSecret === null || previousSecretUntil === null || previousSecretUntil <= now) return [present];
    return [present, this.open(webhook.id, previousSecret)];
  }

  private open(webhookId: string, sealed: string): string {
    return this.secrets.open(sealed, boundTo(webhookId));
  }
}

function boundTo(webhookId: string): string {
  return `webhook:${webhookId}`;
}
