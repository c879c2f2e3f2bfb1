import { type components } from '@storekeeper/client';
import { readTime } from '../../shared/format/times';
import { t, type TextKey } from '../../shared/text/text';
import { type DeliveryState } from '../../shared/ui/delivery-mark';
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
    ...named(dead, DEAD),
    ...named(failing, FAILED),
    ...named(behind, BEHIND),
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

/** A kind of trouble: how much of it a webhook has, what is said of it, and which deliveries show it. */
interface Trouble {
  readonly count: (webhook: Webhook) => number;
  readonly text: (webhook: Webhook) => TextKey;
  readonly more: TextKey;
  readonly state: DeliveryState;
}

const DEAD: Trouble = {
  count: ({ deliveries_dead }) => deliveries_dead,
  text: () => 'home.dead',
  more: 'home.dead.more',
  state: 'dead',
};
const FAILED: Trouble = {
  count: ({ consecutive_failures }) => consecutive_failures,
  text: ({ deliveries_waiting }) => (deliveries_waiting > 0 ? 'home.failing.waiting' : 'home.failing'),
  more: 'home.failing.more',
  state: 'pending',
};
const BEHIND: Trouble = {
  count: ({ deliveries_waiting }) => deliveries_waiting,
  text: () => 'home.waiting',
  more: 'home.waiting.more',
  state: 'pending',
};

function named(of: readonly Webhook[], { count, text, more, state }: Trouble): readonly Hint[] {
  const hints = [...of]
    .sort((a, b) => count(b) - count(a))
    .slice(0, NAMED)
    .map((webhook) => ({
      text: t(text(webhook), {
        count: count(webhook),
        name: webhook.name || webhook.url,
        waiting: webhook.deliveries_waiting,
      }),
      path: `/webhooks/${webhook.id}`,
      search: { state },
    }));
  const others = of.length - hints.length;
  return others === 0 ? hints : [...hints, { text: t(more, { count: others }), path: '/webhooks', search: {} }];
}
