import { type Book, rowOf } from './committed';
import { type Party } from './scheduler';
import { type OpenTransaction } from './simulated.database';
import { machineTime } from './simulated.process';

interface Held {
  readonly token: string;
  readonly holder: Party;
  /** Milliseconds since 1970, by the clock of the holder; 0: released. */
  readonly until: number;
}

/** The rule of the leases of work that one worker at a time does: nobody takes or releases one that another holds. */
export class LeaseLedger {
  private readonly held = new Map<string, Held>();

  constructor(private readonly book: Book) {}

  commit(tx: OpenTransaction): void {
    for (const id of tx.touched.get('worker_leases') ?? []) this.lease(tx, id);
  }

  private lease({ party }: OpenTransaction, id: string): void {
    const row = rowOf(this.book, 'worker_leases', id);
    if (row === undefined) return;
    const before = this.held.get(id);
    const now = { token: String(row['token']), holder: party, until: Date.parse(`${String(row['lease_until'])}Z`) };
    this.held.set(id, now);
    if (before === undefined || before.holder === party) return;
    const what = `the lease ${id} of ${before.holder.name}`;
    if (before.token === now.token) this.book.fail(`${party.name} changed ${what}`);
    // By its own clock: those of two workers may differ by more than the lease.
    else if (machineTime(this.book.now(), party) < before.until)
      this.book.fail(
        `${party.name} took ${what}, which had ${before.until - machineTime(this.book.now(), party)} ms left`,
      );
  }
}
