import { type EntityManager } from 'typeorm';
import { type Clock } from '../../../kernel/clock';
import { type Lane, laneKey, movesOf } from '../domain/lane-order';
import { addDue, crowdedLanes, putToSleep, readMembers, removeEnded, wake, wakeAll } from './lane-rows';

/** Lanes of one statement. */
const LANES_AT_ONCE = 100;

/** A delivery whose turn has come. */
export interface Woken {
  readonly id: string;
  readonly webhookId: string;
}

/**
 * Brings lanes in order; the transaction has locked their webhooks. It repeats where a worker claimed a delivery meanwhile, or
 * where the next one had ended.
 */
export async function settleLanes(tx: EntityManager, lanes: readonly Lane[], clock: Clock): Promise<Woken[]> {
  const left = [...lanes];
  const woken: Woken[] = [];
  while (left.length > 0) {
    const done = await settleOnce(tx, left.splice(0, LANES_AT_ONCE), clock.now());
    woken.push(...done.woken);
    left.push(...done.again);
  }
  return woken;
}

interface Settled {
  readonly woken: readonly Woken[];
  /** The lanes that are to be looked at again. */
  readonly again: readonly Lane[];
}

async function settleOnce(tx: EntityManager, lanes: readonly Lane[], now: Date): Promise<Settled> {
  const members = await readMembers(tx, lanes, now);
  const moves = lanes.map((lane) => ({ lane, ...movesOf(members.get(laneKey(lane)) ?? []) }));
  await removeEnded(tx, idsOf(moves.flatMap(({ ended }) => ended)));
  const asleep = moves.flatMap((move) => move.asleep);
  if ((await putToSleep(tx, idsOf(asleep), now)) < asleep.length) return { woken: [], again: lanes };
  const woken = moves.flatMap(({ lane, woken: head, isUnknown }) =>
    head === undefined || isUnknown ? [] : [{ id: head.id, webhookId: lane.webhookId }],
  );
  await wake(tx, idsOf(woken), now);
  return { woken, again: moves.filter(({ isUnknown }) => isUnknown).map(({ lane }) => lane) };
}

/** Orders the pending deliveries of a webhook, which is locked, from now on. Those under way go on. */
export async function beginLanes(tx: EntityManager, webhookId: string, clock: Clock): Promise<void> {
  await addDue(tx, 'd.webhook_id = ?', [webhookId]);
  await settleLanes(tx, await crowdedLanes(tx, webhookId), clock);
}

/** Orders the deliveries of a webhook, which is locked, no longer: those that waited are due, and the next sweep finds them. */
export async function endLanes(tx: EntityManager, webhookId: string, clock: Clock): Promise<void> {
  await wakeAll(tx, webhookId, clock.now());
}

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);
