import { type components } from '@storekeeper/client';
import { readTime } from '../../shared/format/times';
import { t } from '../../shared/text/text';
import { type Hint } from './hint';

/** A webhook as far as its trouble goes. */
export type Webhook = Pick<
  components['schemas']['WebhookRecord'],
  | 'id'
  | 'name'
  | 'url'
  | 'enabled'
  | 'disabled_reason'
  | 'consecutive_failures'
  | 'deliveries_dead'
  | 'deliveries_waiting'
  | 'failing_since'
>;

/** So many failures in a row are no passing trouble, nor is one whose retries have not succeeded for so long. */
const FAILING = 3;
const FAILING_MS = 60_000;
/** So many deliveries that failed once are no single one that its receiver refuses. */
const WAITING = 3;
/** Reasons for which the store disables a webhook. */
const REASONS = ['failing', 'gone'] as const;
/** Webhooks that are named, those with most trouble first. */
const NAMED = 5;

/**
 * The hints on webhooks: deliveries that were given up, receivers that fail now, and webhooks that the store disabled. After a replay no
 * delivery is given up any more; a receiver that still fails is named until an attempt succeeds.
 */
export function webhookHints(all: readonly Webhook[], now: number = Date.now()): readonly Hint[] {
  const dead = all.filter(({ deliveries_dead }) => deliveries_dead > 0);
  const failing = all.filter(
    (webhook) => webhook.enabled.data.key === 1 && webhook.deliveries_dead === 0 && isFailing(webhook, now),
  );
  // The receiver answers again, a test perhaps, and has not got what it missed.
  const behind = all.filter(
    (webhook) => webhook.deliveries_waiting >= WAITING && !dead.includes(webhook) && !failing.includes(webhook),
  );
  return [
    ...named(dead, ({ deliveries_dead }) => deliveries_dead, 'home.dead', 'dead'),
    ...named(failing, ({ consecutive_failures }) => consecutive_failures, 'home.failing', 'pending'),
    ...named(behind, ({ deliveries_waiting }) => deliveries_waiting, 'home.waiting', 'pending'),
    ...REASONS.flatMap((reason) => disabled(all, reason)),
  ];
}

function isFailing({ consecutive_failures: count, failing_since: since }: Webhook, now: number): boolean {
  if (count >= FAILING) return true;
  const first = since === null ? undefined : readTime(since);
  return first !== undefined && now - first.getTime() >= FAILING_MS;
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
  text: 'home.dead' | 'home.failing' | 'home.waiting',
  state: string,
): readonly Hint[] {
  const hints = [...of]
    .sort((a, b) => trouble(b) - trouble(a))
    .slice(0, NAMED)
    .map((webhook) => ({
      text: t(text === 'home.failing' && webhook.deliveries_waiting > 0 ? 'home.failing.waiting' : text, {
        count: trouble(webhook),
        name: webhook.name || webhook.url,
        waiting: webhook.deliveries_waiting,
      }),
      path: `/webhooks/${webhook.id}`,
      search: { state },
    }));
  const others = of.length - hints.length;
  return others === 0
    ? hints
    : [...hints, { text: t(`${text}.more`, { count: others }), path: '/webhooks', search: {} }];
}
