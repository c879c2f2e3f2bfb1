import { type LaggingRead, type LaggingReads } from '../connection/lagging-reads';
import { type AskingClient, askingClient } from './asking-client';
import { type ClientWrites } from './client-writes';
import { type Heartbeats } from './heartbeats';
import { type Replica } from './replica';

/** Interval of the beats and of the looks at the replicas. One that keeps up is found to lag by up to twice as much. */
const BEAT_MS = 500;

/** Called after each read that may lag. */
export type OnRead = (answeredBy: 'replica' | 'primary') => void;

/** The parts that read from replicas. */
export interface ReplicaParts {
  readonly replicas: readonly Replica[];
  readonly heartbeats: Pick<Heartbeats, 'beat' | 'removeEnded'>;
  readonly writes: Pick<ClientWrites, 'note' | 'isRecent'>;
  readonly onRead: OnRead;
}

/**
 * Answers reads that may lag from a replica, if one lags less than allowed and has all that the client has written (ADR 18). Else, and
 * whenever a replica fails, the primary answers: no request fails because of a replica.
 */
export class Replicas implements LaggingReads {
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly underWay = new Set<Promise<void>>();
  private isStopped = false;
  private turn = 0;

  constructor(private readonly parts: ReplicaParts) {}

  /** Whether each replica is asked, 1 or 0, by its host and port. */
  get asked(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.parts.replicas.map(({ name, isUsable }) => [name, Number(isUsable)]));
  }

  /** Seconds by which each replica lags, by its host and port. */
  get lags(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.parts.replicas.map(({ name, lagMs }) => [name, lagMs / 1000]));
  }

  /** Begins to measure, each server by itself: one that hangs holds up no other. Before the first measure the primary answers. */
  start(): void {
    // Without new beats each replica soon seems to lag, and the primary, which is away, says so itself.
    this.repeat(() => this.parts.heartbeats.beat().catch(() => undefined));
    void this.parts.heartbeats.removeEnded().catch(() => undefined);
    for (const replica of this.parts.replicas) this.repeat(() => replica.look());
  }

  /** Ends all connections to replicas. */
  async stop(): Promise<void> {
    this.isStopped = true;
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.underWay);
    await Promise.all(this.parts.replicas.map((replica) => replica.close()));
  }

  async wrote(): Promise<void> {
    const client = askingClient.getStore()?.();
    if (client?.isReading === false) await this.noteFor(client);
  }

  async told(): Promise<void> {
    const client = askingClient.getStore()?.();
    if (client !== undefined) await this.noteFor(client);
  }

  async read<T>(work: LaggingRead<T>): Promise<{ readonly result: T } | undefined> {
    const replica = this.next();
    const read = replica === undefined || (await this.mayLackWrites()) ? undefined : await replica.read(work);
    this.parts.onRead(read === undefined ? 'primary' : 'replica');
    return read;
  }

  /** The usable replicas in turn. */
  private next(): Replica | undefined {
    const usable = this.parts.replicas.filter(({ isUsable }) => isUsable);
    this.turn += 1;
    return usable[this.turn % usable.length];
  }

  /** Whether the client may have written what a replica lacks. Work that no request waits for has no client. */
  private async mayLackWrites(): Promise<boolean> {
    const client = askingClient.getStore()?.();
    if (client === undefined) return false;
    return client.id === null || this.parts.writes.isRecent(client.id);
  }

  private async noteFor({ id }: AskingClient): Promise<void> {
    if (id !== null) await this.parts.writes.note(id);
  }

  /** @param act never throws */
  private repeat(act: () => Promise<void>): void {
    const acting = act().finally(() => {
      this.underWay.delete(acting);
      if (this.isStopped) return;
      const timer = setTimeout(() => {
        this.timers.delete(timer);
        this.repeat(act);
      }, BEAT_MS).unref();
      this.timers.add(timer);
    });
    this.underWay.add(acting);
  }
}
