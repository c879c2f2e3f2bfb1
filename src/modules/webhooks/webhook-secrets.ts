import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { withOpenFields } from '../../platform/events/sealed-fields';
import { Secrets, type SealState } from '../../platform/secrets/secrets';
import { type Webhook } from './data/webhook.entity';
import { GENERATED_SECRET_BYTES, generatedSecret } from './domain/webhook-signature';

/** Time for which requests are also signed with the previous secret (webhooks.md 6). */
const OVERLAP_MS = 24 * 60 * 60 * 1000;

/** Secrets kept open in memory. A worker asks for the same few again and again, and opening one costs as much as signing. */
const MAX_OPENED = 1_000;

/** The fields of a webhook that hold its secrets. */
export type SecretHolder = Pick<Webhook, 'id' | 'secret' | 'previousSecret' | 'previousSecretUntil'>;

/** The secrets of webhooks: made, sealed at rest, and opened to sign. */
@Injectable()
export class WebhookSecrets {
  /** By what they are sealed as, which is another text for each secret and each sealing. */
  private readonly known = new Map<string, string>();

  constructor(private readonly secrets: Secrets) {}

  /** A new secret, in clear. */
  make(): string {
    return generatedSecret(randomBytes(GENERATED_SECRET_BYTES));
  }

  /** Seals a secret for one webhook: in the row of another it cannot be opened. */
  seal(webhookId: string, secret: string): string {
    return this.secrets.seal(secret, boundTo(webhookId));
  }

  /**
   * Sets the current secret; the previous one still signs for a day. The same secret changes nothing. A previous secret that
   * no key opens, e.g. after a restore without the key, is dropped: it would fail every attempt of that day.
   */
  replace(webhook: SecretHolder, secret: string, now: Date): void {
    const isReadable = this.stateOf(webhook, 'secret') !== 'unreadable';
    if (isReadable && this.open(webhook.id, webhook.secret) === secret) return;
    webhook.previousSecret = isReadable ? webhook.secret : null;
    webhook.previousSecretUntil = isReadable ? new Date(now.getTime() + OVERLAP_MS) : null;
    webhook.secret = this.seal(webhook.id, secret);
  }

  /** An event as its receivers get it: what is sealed in it, opened. @throws SecretUnreadable */
  opened<E extends { readonly objectId: string; readonly data: unknown }>(event: E): E {
    return withOpenFields(this.secrets, event);
  }

  /** The secrets that sign a call now, the present one first. @throws SecretUnreadable */
  signing(webhook: SecretHolder, now: Date): string[] {
    return this.present(webhook, now).map((property) => this.openOnce(webhook.id, webhook[property] ?? ''));
  }

  /** With which key each secret is sealed that signs now, the present one first. */
  states(webhook: SecretHolder, now: Date): SealState[] {
    return this.present(webhook, now).map((property) => this.stateOf(webhook, property));
  }

  /** Seals with the present key what an older one sealed. What cannot be opened stays as it is. */
  reseal(webhook: SecretHolder, now: Date): void {
    for (const property of this.present(webhook, now)) {
      if (this.stateOf(webhook, property) !== 'old') continue;
      webhook[property] = this.secrets.reseal(webhook[property] ?? '', boundTo(webhook.id));
    }
  }

  private stateOf(webhook: SecretHolder, property: 'secret' | 'previousSecret'): SealState {
    return this.secrets.stateOf(webhook[property] ?? '', boundTo(webhook.id));
  }

  private present({ previousSecret, previousSecretUntil: until }: SecretHolder, now: Date) {
    const isOverlap = previousSecret !== null && until !== null && until > now;
    return isOverlap ? (['secret', 'previousSecret'] as const) : (['secret'] as const);
  }

  private openOnce(webhookId: string, sealed: string): string {
    const name = `${webhookId} ${sealed}`;
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const secret = this.open(webhookId, sealed);
    const [oldest] = this.known.keys();
    if (oldest !== undefined && this.known.size >= MAX_OPENED) this.known.delete(oldest);
    this.known.set(name, secret);
    return secret;
  }

  private open(webhookId: string, sealed: string): string {
    return this.secrets.open(sealed, boundTo(webhookId));
  }
}

function boundTo(webhookId: string): string {
  return `webhook:${webhookId}`;
}
