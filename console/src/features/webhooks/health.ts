import { type components } from '@storekeeper/client';
import { type TextKey } from '../../shared/text/text';
import { type Tone } from '../../shared/ui/values';

/** A webhook of the API. */
export type Webhook = components['schemas']['WebhookRecord'];

/** The part of a webhook that its health is judged by. */
type Judged = Pick<Webhook, 'enabled' | 'disabled_reason' | 'consecutive_failures' | 'last_success_at'>;

/** Failures in a row from which on a receiver is taken to be down: so many tries a delivery has. */
const MANY_FAILURES = 10;

/** The tone and the word of a webhook's health. */
export function healthOf({ enabled, disabled_reason, consecutive_failures, last_success_at }: Judged): [Tone, TextKey] {
  if (enabled.data.key === 0) {
    if (disabled_reason === null) return ['plain', 'webhook-health.off'];
    return ['bad', disabled_reason === 'gone' ? 'webhook-health.gone' : 'webhook-health.failing'];
  }
  if (consecutive_failures > 0) {
    return [consecutive_failures < MANY_FAILURES ? 'warning' : 'bad', 'webhook-health.failures'];
  }
  return last_success_at === null ? ['plain', 'webhook-health.unused'] : ['good', 'webhook-health.well'];
}
