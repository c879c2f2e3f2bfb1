/** Deliveries are claimed ahead for as long as this, in milliseconds: what a stop or a removed webhook finds claimed stays small. */
const AHEAD_MS = 50;
/** Deliveries of one webhook that are claimed ahead at most. */
const MAX_AHEAD = 60;
/** Share of the last attempt in the mean time of an attempt. */
const WEIGHT = 0.2;
/** Webhooks whose speed is known: those that were heard of last. */
const MAX_KNOWN = 1_000;

/** Speeds of receivers: the number of deliveries that are worth claiming before there is a place for them. */
export class ReceiverSpeeds {
  /** Mean milliseconds of an attempt. */
  private readonly means = new Map<string, number>();

  /** @param each deliveries of one webhook that are under way at once */
  constructor(private readonly each: number) {}

  /** Notes an attempt that was delivered in so many milliseconds; undefined: that failed. Nothing is claimed ahead for such a receiver. */
  note(webhookId: string, ms: number | undefined): void {
    const known = this.means.get(webhookId);
    this.means.delete(webhookId);
    if (ms === undefined) return;
    const before = known ?? ms;
    this.means.set(webhookId, before + (ms - before) * WEIGHT);
    const [oldest] = this.means.keys();
    if (this.means.size > MAX_KNOWN && oldest !== undefined) this.means.delete(oldest);
  }

  /** As many as the receiver takes in 50 ms, 60 at most; 0 while its speed is unknown. */
  aheadOf(webhookId: string): number {
    const mean = this.means.get(webhookId);
    if (mean === undefined) return 0;
    return Math.min(MAX_AHEAD, Math.floor((this.each * AHEAD_MS) / Math.max(1, mean)));
  }
}
