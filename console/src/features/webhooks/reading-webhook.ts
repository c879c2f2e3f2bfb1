import { reading, readingRecord, store } from '../../shared/api/store';

/** Greatest age of a webhook's health and of its list of deliveries while their page is open. */
export const LIVE_MS = 5_000;

/** The type of a test event, which is in no log: nothing happened. */
export const PING = 'webhook.ping';

/** A webhook with the tag of its version. */
export const readingWebhook = (id: string) =>
  readingRecord(['/v1/webhooks', id], (signal) =>
    store.GET('/v1/webhooks/{webhook_id}', { params: { path: { webhook_id: id } }, signal }),
  );

/** An event with its data. */
export const readingEvent = (id: string) =>
  reading(['/v1/events', id], (signal) =>
    store.GET('/v1/events/{event_id}', { params: { path: { event_id: id } }, signal }),
  );

/** A delivery with every attempt. */
export const readingDelivery = (webhook: string, id: string) =>
  reading(['/v1/webhooks', webhook, 'deliveries', id], (signal) =>
    store.GET('/v1/webhooks/{webhook_id}/deliveries/{delivery_id}', {
      params: { path: { webhook_id: webhook, delivery_id: id } },
      signal,
    }),
  );
