import { type components } from '@storekeeper/client';
import { t } from '../../shared/text/text';
import { type Hint } from './hint';

/** A webhook as far as its trouble goes. */
export type Webhook = Pick<
  components['schemas']['WebhookRecord'],
  'id' | 'name' | 'url' | 'enabled' | 'disabled_reason' | 'consecutive_failures' | 'deliveries_dead'
>;

/** So many failures in a row are no passing trouble. */
const FAILING = 3;
/** Reasons for which the store disables a webhook. */
const REASONS = ['failing', 'gone'] as const;
/** Webhooks that are named, those with most trouble first. */
const NAMED = 5;

/** The hints on webhooks: deliveries that were given up, receivers that fail now, and webhooks that the store disabled. */
export function webhookHints(all: readonly Webhook[]): readonly Hint[] {
  const dead = all.filter(({ deliveries_dead }) => deliveries_dead > 0);
  const failing = all.filter(
    ({ enabled, deliveries_dead, consecutive_failures }) =>
      enabled.data.key === 1 && deliveries_dead === 0 && consecutive_failures >= FAILING,
  );
  return [
    ...named(dead, ({ deliveries_dead }) => deliveries_dead, 'home.dead', 'dead'),
    ...named(failing, ({ consecutive_failures }) => consecutive_failures, 'home.failing', 'pending'),
    ...REASONS.flatMap((reason) => disabled(all, reason)),
  ];
}

/** The webhooks that the store disabled for a reason. */
function disabled(all: readonly Webhook[], reason: (typeof REASONS)[number]): readonly Hint[] {
  const count = all.filter(({ disabled_reason }) => disabled_reason === reason).length;
  if (count === 0) return [];
  return [{ text: t(`home.disabled.${reason}`, { count }), path: '/webhooks', search: { disabled_reason: reason } }];
}

function named(
  of: readonly Webhook[],
  trouble: (webhook: Webhook) => number,
  text: 'home.dead' | 'home.failing',
  state: string,
): readonly Hint[] {
  const hints = [...of]
    .sort((a, b) => trouble(b) - trouble(a))
    .slice(0, NAMED)
    .map((webhook) => ({
      text: t(text, { count: trouble(webhook), name: webhook.name || webhook.url }),
      path: `/webhooks/${webhook.id}`,
      search: { state },
    }));
  const others = of.length - hints.length;
  return others === 0
    ? hints
    : [...hints, { text: t(`${text}.more`, { count: others }), path: '/webhooks', search: {} }];
}
