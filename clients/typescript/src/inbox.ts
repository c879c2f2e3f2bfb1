/** The fields of an event that an inbox needs. */
export interface InboxEvent {
  readonly id: string;
  readonly object: string;
  readonly object_id: string;
  readonly object_version: number;
}

/** The effect happened; it had happened before; or a later version of the object had been handled already. */
export type Outcome = 'done' | 'repeated' | 'stale';

/** Selects the events that have an effect. */
export interface OnceOptions {
  /**
   * `skip`, the default, is for effects that make a copy of the object: an event older than one handled before has none. `run` is
   * for effects of the event itself, such as a mail on `order.created`: only repeats have none.
   */
  readonly stale?: 'skip' | 'run';
}

/** Remembers which events were handled. */
export interface Inbox<Transaction> {
  handle(event: InboxEvent, effect: (tx: Transaction) => unknown, options?: OnceOptions): Promise<Outcome>;
}

/**
 * Runs the effect of an event once, however often and in any order events arrive: repeats have no effect, and unless the options
 * say otherwise, neither have events older than one that was handled for the same object.
 * @throws the error of the effect; the event then counts as not handled
 */
export function once<Transaction>(
  inbox: Inbox<Transaction>,
  event: InboxEvent,
  effect: (tx: Transaction) => unknown,
  options: OnceOptions = {},
): Promise<Outcome> {
  return inbox.handle(event, effect, options);
}

/** Remembers events while the process lives: for tests, and for effects that do not outlive it. */
export class MemoryInbox implements Inbox<undefined> {
  private readonly ids = new Set<string>();
  private readonly versions = new Map<string, number>();
  private last: Promise<unknown> = Promise.resolve();

  /** @param most events and objects that are remembered; the oldest are forgotten */
  constructor(private readonly most = 100_000) {}

  handle(event: InboxEvent, effect: (tx: undefined) => unknown, options: OnceOptions = {}): Promise<Outcome> {
    // One at a time, so that a repeat waits for the outcome of the first.
    const outcome = this.last.then(() => this.run(event, effect, options));
    this.last = outcome.catch(() => undefined);
    return outcome;
  }

  private async run(event: InboxEvent, effect: (tx: undefined) => unknown, { stale }: OnceOptions): Promise<Outcome> {
    if (this.ids.has(event.id)) return 'repeated';
    const object = `${event.object} ${event.object_id}`;
    const latest = this.versions.get(object) ?? 0;
    const isStale = latest > event.object_version && stale !== 'run';
    if (!isStale) {
      await effect(undefined);
      this.versions.delete(object);
      this.versions.set(object, Math.max(latest, event.object_version));
    }
    this.ids.add(event.id);
    for (const kept of [this.ids, this.versions]) {
      for (const oldest of kept.keys()) {
        if (kept.size <= this.most) break;
        kept.delete(oldest);
      }
    }
    return isStale ? 'stale' : 'done';
  }
}
