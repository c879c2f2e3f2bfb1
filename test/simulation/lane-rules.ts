import { type CommittedDelivery } from './committed';
import { type Ledger } from './ledger';

/**
 * Checks that it is the turn of a delivery that was just claimed (events.md 14): of those of its object to an ordered webhook,
 * none is under way, and none of a lower version is pending. Holds for deliveries inserted since the webhook is ordered.
 * @param isTakenOver from a worker that vanished: then it was its turn before, and ones that were sent again since wait for it
 * @param expired claims until then, in milliseconds of the simulation, do not count any more
 */
export function checkTurn(ledger: Ledger, claimed: CommittedDelivery, isTakenOver: boolean, expired: number): void {
  const since = ledger.webhooks.get(claimed.webhookId)?.orderedSince;
  if (since === undefined || claimed.inserted < since) return;
  const others = [...ledger.deliveries.values()].filter(
    (other) => other !== claimed && other.state === 'pending' && other.inserted >= since,
  );
  for (const other of others.filter((one) => isOfOneLane(ledger, claimed, one))) {
    if (isUnderWay(other, expired))
      ledger.fail(`delivery ${claimed.id} was claimed while ${other.id} of its object is under way`);
    else if (!isTakenOver && versionOf(ledger, other) < versionOf(ledger, claimed))
      ledger.fail(`delivery ${claimed.id} was claimed before ${other.id} of its object`);
  }
}

function isOfOneLane({ events }: Ledger, one: CommittedDelivery, other: CommittedDelivery): boolean {
  const [first, second] = [events.get(one.eventId), events.get(other.eventId)];
  return one.webhookId === other.webhookId && first?.object === second?.object && first?.objectId === second?.objectId;
}

function versionOf({ events }: Ledger, { eventId }: CommittedDelivery): number {
  return events.get(eventId)?.version ?? 0;
}

function isUnderWay({ token, isFreed, owner, ownedSince }: CommittedDelivery, expired: number): boolean {
  return token !== null && !isFreed && owner?.isDead === false && ownedSince > expired;
}
