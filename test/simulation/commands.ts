import { type DeliveryState } from '../../src/modules/webhooks/domain/delivery-verdict';
import { type Replay } from '../../src/modules/webhooks/replay.service';
import { type CommittedDelivery, type CommittedEvent, enabledSince } from './committed';
import { type Ledger } from './ledger';
import { type Party } from './scheduler';
import { type ApiProcess, BEGINNING } from './simulated.process';

const DAY_MS = 86_400_000;
/** Longer than any simulation on both sides: the clocks of its machines differ. */
const ALWAYS = { since: new Date(BEGINNING - DAY_MS), until: new Date(BEGINNING + DAY_MS) };

/** Lets an API process make deliveries of a webhook pending again while `work` runs. One that dies meanwhile may still do so. */
async function asked<T>(ledger: Ledger, party: Party, webhookId: string, work: () => Promise<T>): Promise<T> {
  ledger.asked.set(party, webhookId);
  const done = await work();
  ledger.asked.delete(party);
  return done;
}

/** Resends a delivery. One that had ended must be pending again before the response. */
export async function resend(ledger: Ledger, api: ApiProcess, party: Party, delivery: CommittedDelivery) {
  const { id, webhookId, again } = delivery;
  const hadEnded = delivery.state !== 'pending';
  await asked(ledger, party, webhookId, () => api.deliveries.resend(webhookId, id));
  if (hadEnded && delivery.again === again) ledger.fail(`the resend of delivery ${id} did nothing`);
}

/** Replays everything to a webhook. What had ended or was missed must have a delivery that is pending again before the response. */
export async function replay(
  ledger: Ledger,
  api: ApiProcess,
  party: Party,
  webhookId: string,
  state: Exclude<Replay['state'], 'missed'>,
): Promise<void> {
  const ended = endedOf(ledger, webhookId, state).map((delivery) => ({ delivery, again: delivery.again }));
  const missed = state === null ? missedBy(ledger, webhookId) : [];
  await asked(ledger, party, webhookId, () => api.replays.replay(webhookId, { ...ALWAYS, state }));
  for (const { delivery, again } of ended) {
    const isGone = delivery.isRemoved || ledger.events.get(delivery.eventId)?.isRemoved === true;
    if (!isGone && delivery.again === again)
      ledger.fail(`the replay of webhook ${webhookId} left out delivery ${delivery.id}`);
  }
  for (const event of missed) {
    if (!event.isRemoved && isWithout(ledger, event, webhookId))
      ledger.fail(`the replay of webhook ${webhookId} left out event ${event.id}`);
  }
}

function endedOf({ deliveries }: Ledger, webhookId: string, state: DeliveryState | null): CommittedDelivery[] {
  return [...deliveries.values()].filter(
    (one) =>
      one.webhookId === webhookId &&
      !one.isRemoved &&
      one.state !== 'pending' &&
      (state === null || one.state === state),
  );
}

/** Events with a position that were begun after the webhook was created and have no delivery to it. */
function missedBy(ledger: Ledger, webhookId: string): CommittedEvent[] {
  const webhook = ledger.webhooks.get(webhookId);
  const created = webhook?.turns[0]?.commit;
  if (webhook === undefined || created === undefined || enabledSince(webhook) === undefined) return [];
  return ledger.byPosition.filter(
    (event) =>
      !event.isRemoved &&
      event.object === 'brand' &&
      (event.kind !== 'update' || webhook.selections.every(({ isUpdate }) => isUpdate)) &&
      created <= event.begun &&
      isWithout(ledger, event, webhookId),
  );
}

function isWithout({ deliveryOf }: Ledger, { id }: CommittedEvent, webhookId: string): boolean {
  return deliveryOf.get(`${id} ${webhookId}`)?.isRemoved !== false;
}
