import { type Book, type CommittedEvent, type CommittedWebhook, rowOf } from './committed';
import { type OpenTransaction } from './simulated.database';

/** Objects whose changes are watched, by their tables. */
const OBJECTS: Readonly<Record<string, string>> = { brands: 'brand', webhooks: 'webhook' };

/** The rules of events: each with its change in one commit, positions without gaps and in the order of each object. */
export class EventLedger {
  readonly events = new Map<string, CommittedEvent>();
  readonly webhooks = new Map<string, CommittedWebhook>();
  /** Events in the order of their positions, of which the first is 1. */
  readonly byPosition: CommittedEvent[] = [];
  private readonly versions = new Map<string, number>();
  private readonly placedVersions = new Map<string, number>();

  constructor(
    private readonly book: Book,
    /** Called when an event was removed. */
    private readonly onRemoved: (tx: OpenTransaction, eventId: string) => void,
  ) {}

  commit(tx: OpenTransaction): void {
    const ids = (table: string): readonly string[] => [...(tx.touched.get(table) ?? [])];
    const inserted = this.eventsOf(tx, ids('events'));
    for (const table of Object.keys(OBJECTS)) this.changesOf(table, ids(table), inserted);
    for (const id of ids('webhooks')) this.webhook(tx, id);
  }

  private eventsOf(tx: OpenTransaction, ids: readonly string[]): CommittedEvent[] {
    const inserted: CommittedEvent[] = [];
    const placed: CommittedEvent[] = [];
    for (const id of ids) {
      const row = rowOf(this.book, 'events', id);
      const known = this.events.get(id);
      if (row === undefined) {
        this.removed(tx, known);
        continue;
      }
      const event = known ?? this.added(tx, row);
      if (known === undefined) inserted.push(event);
      if (this.isPlaced(event, row['position'])) placed.push(event);
    }
    this.place(placed);
    return inserted;
  }

  /** @returns whether a commit gave an event its position */
  private isPlaced(event: CommittedEvent, stored: unknown): boolean {
    const position = stored === null ? null : Number(stored);
    if (position === event.position) return false;
    if (event.position !== null)
      this.book.fail(`event ${event.id} has had the position ${event.position}, now ${position}`);
    event.position = position;
    return true;
  }

  private added(tx: OpenTransaction, row: Record<string, unknown>): CommittedEvent {
    const event = {
      id: String(row['id']),
      object: String(row['object']),
      objectId: String(row['object_id']),
      version: Number(row['object_version']),
      kind: String(row['event']),
      begun: tx.begun,
      committed: this.book.database.commits,
      position: null,
      isRemoved: false,
    };
    this.events.set(event.id, event);
    return event;
  }

  private removed(tx: OpenTransaction, event: CommittedEvent | undefined): void {
    if (event === undefined) return;
    event.isRemoved = true;
    if (event.position === null) this.book.fail(`event ${event.id} was removed before it had a position`);
    this.onRemoved(tx, event.id);
  }

  private place(placed: CommittedEvent[]): void {
    placed.sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
    for (const event of placed) {
      const next = this.byPosition.push(event);
      if (event.position !== next) this.book.fail(`event ${event.id} has the position ${event.position}, not ${next}`);
      const key = `${event.object} ${event.objectId}`;
      const version = (this.placedVersions.get(key) ?? 0) + 1;
      if (event.version !== version) this.book.fail(`${key}: version ${event.version} has the position of ${version}`);
      this.placedVersions.set(key, event.version);
    }
  }

  /** Each change of an object has its event in the same commit, and each event its change. */
  private changesOf(table: string, ids: readonly string[], inserted: readonly CommittedEvent[]): void {
    const object = OBJECTS[table];
    const told = inserted
      .filter((event) => event.object === object)
      .map((event) => `${event.objectId} ${event.version}`);
    const changed: string[] = [];
    for (const id of ids) {
      const row = rowOf(this.book, table, id);
      const before = this.versions.get(id) ?? 0;
      const after = row === undefined ? before + 1 : Number(row['version']);
      for (let version = before + 1; version <= after; version += 1) changed.push(`${id} ${version}`);
      this.versions.set(id, after);
    }
    const [one, other] = [told.sort().join(), changed.sort().join()];
    if (one !== other) this.book.fail(`a commit changed ${object} [${other}] and has the events [${one}]`);
  }

  private webhook(tx: OpenTransaction, id: string): void {
    const row = rowOf(this.book, 'webhooks', id);
    const commit = this.book.database.commits;
    const made = { id, url: String(row?.['url']), begun: tx.begun, turns: [], selections: [], orderedSince: undefined };
    const known: CommittedWebhook = this.webhooks.get(id) ?? made;
    this.webhooks.set(id, known);
    const isEnabled = isSet(row, 'enabled');
    if (known.turns.at(-1)?.isEnabled !== isEnabled) known.turns.push({ commit, isEnabled });
    const isUpdate = isSet(row, 'on_update');
    if (known.selections.at(-1)?.isUpdate !== isUpdate) known.selections.push({ commit, isUpdate });
    known.orderedSince = isSet(row, 'ordered') ? (known.orderedSince ?? commit) : undefined;
  }
}

const isSet = (row: Record<string, unknown> | undefined, column: string): boolean => Number(row?.[column] ?? 0) === 1;
