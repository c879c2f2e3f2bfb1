import { Invalid, NotFound } from '../../kernel/errors';

/** The store has as many webhooks as WEBHOOK_LIMIT allows. */
export class TooManyWebhooks extends Invalid {
  readonly code = 'webhooks.too_many';
  constructor(limit: number) {
    super({ webhooks: [`there are ${limit} webhooks already: remove one, or raise WEBHOOK_LIMIT`] });
  }
}

/** A webhook with this many pending deliveries cannot become ordered: nothing else is told while they are put in order. */
export class TooManyPending extends Invalid {
  readonly code = 'webhooks.too_many_pending';
  constructor(limit: number) {
    super({ ordered: [`ordered cannot be set to 1 while ${limit} or more deliveries are pending`] });
  }
}

/** No webhook has this id. */
export class WebhookNotFound extends NotFound {
  readonly code = 'webhooks.not_found';
  constructor() {
    super('No webhook found');
  }
}

/** The webhook has no such delivery, or it was removed after its retention. */
export class DeliveryNotFound extends NotFound {
  readonly code = 'webhooks.delivery_not_found';
  constructor() {
    super('No delivery found');
  }
}

/** The webhook is disabled and receives nothing. */
export class WebhookDisabled extends Invalid {
  readonly code = 'webhooks.disabled';
  constructor() {
    super({ enabled: ['enabled must be 1: enable the webhook first, it receives nothing while it is disabled'] });
  }
}

/** The webhook lacks a scope that reads the object of the event: see `scopes` of a webhook. */
export class EventWithheld extends Invalid {
  readonly code = 'webhooks.event_withheld';
  constructor() {
    super({ event: ['event is of an object that the scopes of the webhook cannot read: create a new webhook'] });
  }
}

/** The event of a delivery was removed after its retention, so it cannot be sent again. */
export class EventGone extends Invalid {
  readonly code = 'webhooks.event_gone';
  constructor() {
    super({ event: ['event has been removed'] });
  }
}
