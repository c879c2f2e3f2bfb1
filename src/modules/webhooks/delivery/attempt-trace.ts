import { type Span, type SpanStart } from '../../../platform/tracing/tracing';
import { type AttemptResult } from './attempt-saver';
import { type ClaimedDelivery } from './claims';

/** The span of an attempt, in the trace of its event, however late it comes. Of the URL it will show the host only. */
export function attempting({ delivery, traceParent }: ClaimedDelivery): SpanStart {
  return {
    name: `deliver ${delivery.type}`,
    kind: 'client',
    parent: traceParent,
    attributes: {
      'http.request.method': 'POST',
      'http.request.resend_count': delivery.attempts === 0 ? undefined : delivery.attempts,
      'messaging.message.id': delivery.eventId,
      'storekeeper.webhook.id': delivery.webhookId,
      'storekeeper.delivery.id': delivery.id,
      'storekeeper.delivery.attempt': delivery.attempts + 1,
    },
  };
}

/** Adds the outcome of an attempt to its span, without a refused address: it may be one of the private network. */
export function describeAttempt(span: Span, { webhook }: ClaimedDelivery, { outcome, verdict }: AttemptResult): void {
  const isRefused = verdict.state === 'blocked';
  span.set({
    'server.address': isRefused || !URL.canParse(webhook.url) ? undefined : new URL(webhook.url).hostname,
    'http.response.status_code': outcome.outcome === 'response' ? outcome.status : undefined,
    'storekeeper.delivery.state': verdict.state,
  });
  if (verdict.code !== null) span.fail(verdict.code);
}
