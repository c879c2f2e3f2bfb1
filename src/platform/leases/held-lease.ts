import { monotonicMs } from '../../kernel/clock';
import { type LeaderLease } from './leader-lease';

/** Share of a lease after which it is renewed. */
const RENEWED_AFTER = 1 / 3;

/** A lease of this process, renewed no more often than it has to be. */
export class HeldLease {
  private heldAt = -Infinity;

  /**
   * @param id name of the lease in the database
   * @param ms time for which a vanished process keeps it
   * @param elapsed a clock in milliseconds that never goes back
   */
  constructor(
    private readonly lease: Pick<LeaderLease, 'hold' | 'release'>,
    private readonly id: string,
    private readonly ms: number,
    private readonly elapsed: () => number = monotonicMs,
  ) {}

  /** Takes the lease, or renews it when a third of it is over. @returns whether this process has it */
  async hold(): Promise<boolean> {
    const now = this.elapsed();
    if (now - this.heldAt < this.ms * RENEWED_AFTER) return true;
    const isHeld = await this.lease.hold(this.id, this.ms);
    this.heldAt = isHeld ? now : -Infinity;
    return isHeld;
  }

  /** Lets another process take the lease at once. Never throws: the lease runs out by itself. */
  async release(): Promise<void> {
    if (this.heldAt === -Infinity) return;
    this.heldAt = -Infinity;
    await this.lease.release(this.id).catch(() => undefined);
  }
}
