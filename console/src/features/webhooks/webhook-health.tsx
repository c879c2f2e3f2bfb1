import { type components } from '@storekeeper/client';
import { type ReactNode } from 'react';
import { t, type TextKey } from '../../shared/text/text';
import { Mark, type Tone } from '../../shared/ui/values';

/** A webhook of the API. */
export type Webhook = components['schemas']['WebhookRecord'];

/** Shows the health of a webhook in one word. */
export function Health({ of }: { readonly of: Webhook }): ReactNode {
  const [tone, key] = healthOf(of);
  return <Mark tone={tone}>{t(key, { count: of.consecutive_failures })}</Mark>;
}

function healthOf({ enabled, disabled_reason, consecutive_failures, last_success_at }: Webhook): [Tone, TextKey] {
  if (enabled.data.key === 0) {
    if (disabled_reason === null) return ['plain', 'webhook-health.off'];
    return ['bad', disabled_reason === 'gone' ? 'webhook-health.gone' : 'webhook-health.failing'];
  }
  if (consecutive_failures > 0) return ['warning', 'webhook-health.failures'];
  return last_success_at === null ? ['plain', 'webhook-health.unused'] : ['good', 'webhook-health.well'];
}
