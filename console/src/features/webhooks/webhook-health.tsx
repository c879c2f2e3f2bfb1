import { type ReactNode } from 'react';
import { t } from '../../shared/text/text';
import { Mark } from '../../shared/ui/values';
import { healthOf, type Webhook } from './health';

/** Shows the health of a webhook in one word. */
export function Health({ of }: { readonly of: Webhook }): ReactNode {
  const [tone, key] = healthOf(of);
  return <Mark tone={tone}>{t(key, { count: of.consecutive_failures })}</Mark>;
}
