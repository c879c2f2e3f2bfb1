import { SCOPES } from '../kernel/scopes';
import { WebhooksService } from '../modules/webhooks/webhooks.service';
import { AddressGuard } from '../modules/webhooks/delivery/address-guard';
import { ConfigurationError, loadConfig } from '../platform/config/config';
import { withStore } from './with-store';

/** @throws ConfigurationError when the store sends nothing to this machine */
export function assertLoopbackOpen(): void {
  const { webhooks } = loadConfig();
  if (new AddressGuard(webhooks.allowedNetworks).isAllowed('127.0.0.1')) return;
  throw new ConfigurationError(['WEBHOOK_ALLOWED_NETWORKS must include 127.0.0.1/32, here and for the store']);
}

/**
 * Makes a webhook for a listener on this machine.
 * @param events patterns of types; none: all @returns its id
 * @throws ValidationFailed naming a pattern that matches no event type
 */
export async function addTemporaryWebhook(url: string, secret: string, events: string[]): Promise<string> {
  return withStore(async (store) => {
    const webhook = {
      name: 'store listen',
      subject: null,
      url,
      secret,
      contentType: 'json' as const,
      create: true,
      update: true,
      delete: true,
      enabled: true,
      ordered: false,
      events,
      order: null,
    };
    return (await store.get(WebhooksService).create(webhook, new Set(SCOPES))).id;
  });
}

/** Removes it; what is pending for it is cancelled. */
export async function removeTemporaryWebhook(id: string): Promise<void> {
  await withStore((store) => store.get(WebhooksService).remove(id, undefined));
}
