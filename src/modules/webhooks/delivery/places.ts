import { type Clock } from '../../../kernel/clock';
import { type ClaimedDelivery } from './claims';

/**
 * Longest wait of a claim for its place, in milliseconds. Then it goes back: its webhook may have been changed or removed
 * since, and another worker may have a place.
 */
const MAX_WAIT_MS = 1_000;

interface Waiting {
  readonly claimed: ClaimedDelivery;
  /** When it was claimed, in milliseconds. */
  readonly at: number;
}

/** The places of each webhook, and the claims that wait for one, in the order of their turns. */
export class Places {
  private readonly waiting = new Map<string, Waiting[]>();
  /** Taken places, by webhook. */
  private readonly taken = new Map<string, number>();

  /** @param each places of one webhook */
  constructor(
    private readonly each: number,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Places that are taken, of all webhooks together. */
  get size(): number {
    return [...this.taken.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Lets claims wait. @returns their webhooks */
  wait(all: readonly ClaimedDelivery[]): ReadonlySet<string> {
    const at = this.clock.now().getTime();
    for (const claimed of all) {
      const { webhookId } = claimed.delivery;
      const queue = this.waiting.get(webhookId);
      if (queue === undefined) this.waiting.set(webhookId, [{ claimed, at }]);
      else queue.push({ claimed, at });
    }
    return new Set(all.map(({ delivery }) => delivery.webhookId));
  }

  /** Takes the claims of a webhook out that waited for more than a second, and with them all that wait. */
  takeLate(webhookId: string): readonly ClaimedDelivery[] {
    const since = this.clock.now().getTime() - MAX_WAIT_MS;
    const [first] = this.waiting.get(webhookId) ?? [];
    return first !== undefined && first.at < since ? this.takeOut(webhookId, Infinity) : [];
  }

  /** Gives the places that a webhook has left to the claims that wait. @returns those that have one now */
  fill(webhookId: string): readonly ClaimedDelivery[] {
    const taken = this.taken.get(webhookId) ?? 0;
    const next = this.takeOut(webhookId, Math.max(0, this.each - taken));
    if (next.length > 0) this.taken.set(webhookId, taken + next.length);
    return next;
  }

  /** Frees a place that {@link fill} gave. */
  leave(webhookId: string): void {
    const left = (this.taken.get(webhookId) ?? 1) - 1;
    if (left === 0) this.taken.delete(webhookId);
    else this.taken.set(webhookId, left);
  }

  /** Takes out every claim that waits. */
  clear(): ClaimedDelivery[] {
    return [...this.waiting.keys()].flatMap((webhookId) => this.takeOut(webhookId, Infinity));
  }

  private takeOut(webhookId: string, count: number): ClaimedDelivery[] {
    const queue = this.waiting.get(webhookId) ?? [];
    const out = queue.splice(0, count).map(({ claimed }) => claimed);
    if (queue.length === 0) this.waiting.delete(webhookId);
    return out;
  }
}
