/** The deliveries of one object to one ordered webhook (events.md 14). */
export interface Lane {
  readonly webhookId: string;
  readonly object: string;
  readonly objectId: string;
}

/** A delivery in a lane. */
export interface LaneMember {
  readonly id: string;
  readonly version: number;
  /** Whether it may be tried when it is due. */
  readonly isAwake: boolean;
  /** Whether the delivery is still to succeed or die. */
  readonly isPending: boolean;
  /** Whether a worker has it. */
  readonly isUnderWay: boolean;
}

/** The changes that bring a lane in order. */
export interface LaneMoves {
  /** Leave the lane. */
  readonly ended: readonly LaneMember[];
  /** Wait for their turn. */
  readonly asleep: readonly LaneMember[];
  /** Its turn has come. */
  readonly woken: LaneMember | undefined;
  /** Whether the next in the lane is not known yet: the one that was read has ended. */
  readonly isUnknown: boolean;
}

/** Returns a text that two lanes share only if they are one. */
export const laneKey = ({ webhookId, object, objectId }: Lane): string => `${webhookId} ${object} ${objectId}`;

/**
 * Decides whose turn it is: one that is under way stays, else the lowest version goes first, and all others wait.
 * @param members those awake, and the first of those that wait
 */
export function movesOf(members: readonly LaneMember[]): LaneMoves {
  const ended = members.filter(({ isPending }) => !isPending);
  const pending = members.filter(({ isPending }) => isPending);
  const isBusy = pending.some(({ isUnderWay }) => isUnderWay);
  const head = isBusy ? undefined : pending.sort(byVersion)[0];
  return {
    ended,
    asleep: pending.filter((member) => member.isAwake && !member.isUnderWay && member !== head),
    woken: head?.isAwake === false ? head : undefined,
    isUnknown: ended.some(({ isAwake }) => !isAwake),
  };
}

/** Events of one version, if there are, in the order of their deliveries. */
function byVersion(a: LaneMember, b: LaneMember): number {
  return a.version - b.version || (BigInt(a.id) < BigInt(b.id) ? -1 : 1);
}
