/** Events to be turned into deliveries; payloads are ids of events. */
export const EVENTS_QUEUE = 'webhook-events';

/** Deliveries to be tried; payloads are the id of a webhook and ids of its deliveries. */
export const DELIVERIES_QUEUE = 'webhook-deliveries';

/** Every queue of webhooks (webhooks.md 10). */
export const WEBHOOK_QUEUES = [EVENTS_QUEUE, DELIVERIES_QUEUE] as const;
