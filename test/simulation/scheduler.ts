import { type Trace } from './trace';

/** A party that waits and acts: a process of the store, or one of the machines around it. */
export class Party {
  isDead = false;
  /** Until when it does nothing, as a process that the system has stopped. */
  frozenUntil = 0;

  constructor(
    readonly name: string,
    /** Difference of its clock from the time of the simulation, in milliseconds. */
    readonly skew = 0,
  ) {}
}

/** Something that will happen, unless its party dies or it is cancelled. */
export interface Happening {
  readonly party: Party;
  readonly order: number;
  /** Milliseconds of the simulation. */
  at: number;
  /** Undefined: cancelled. */
  act: (() => void) | undefined;
}

const NOBODY = new Party('nobody');

/**
 * Resolves when no promise of the code under test can go on any more: ticks come after all microtasks. The second one is after
 * those that the code itself asked for. `setImmediate` would be a turn of Node's event loop, ten times as dear.
 */
const settled = (): Promise<void> => new Promise((resolve) => process.nextTick(() => process.nextTick(resolve)));

/**
 * Time and turns of a simulation. One happening at a time is carried out, to where every promise it resolved has gone as far as
 * it can; what is awaited then is another happening. So the order of happenings is all the concurrency there is.
 */
export class Scheduler {
  now = 0;
  /** The party whose code runs: timers that are set meanwhile are its own. */
  current: Party = NOBODY;
  /** Called before a happening of a party. */
  onTurn: (party: Party) => void = () => undefined;
  turns = 0;
  private readonly heap: Happening[] = [];
  private orders = 0;

  constructor(readonly trace: Trace) {}

  /** Lets something happen after so many milliseconds. */
  after(ms: number, party: Party, act: () => void): Happening {
    const happening = { at: this.now + Math.max(0, ms), order: (this.orders += 1), party, act };
    this.push(happening);
    return happening;
  }

  /** Resolves for the party that asks, after so many milliseconds. */
  pause(ms: number): Promise<void> {
    const party = this.current;
    return new Promise((resolve) => this.after(ms, party, resolve));
  }

  /** Writes a line of the trace for the party whose code runs. */
  note(text: string, party: Party = this.current): void {
    this.trace.add(this.now, party.name, text);
  }

  /** Carries out happenings until `isOver`, or until nothing is left or the time is up. */
  async run(isOver: () => boolean, until: number): Promise<void> {
    for (let next = this.pop(); next !== undefined; next = this.pop()) {
      if (next.at > until) {
        this.push(next);
        return;
      }
      this.now = Math.max(this.now, next.at);
      if (await this.carryOut(next)) return;
      if (isOver()) return;
    }
  }

  private async carryOut(next: Happening): Promise<false> {
    const { party } = next;
    if (next.act === undefined || party.isDead) return false;
    if (party.frozenUntil > this.now) {
      next.at = party.frozenUntil;
      this.push(next);
      return false;
    }
    this.turns += 1;
    this.onTurn(party);
    // It may have died just now.
    if (!party.isDead) {
      this.current = party;
      next.act();
      await settled();
      this.current = NOBODY;
    }
    return false;
  }

  private push(happening: Happening): void {
    const { heap } = this;
    let at = heap.push(happening) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(happening, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = happening;
  }

  private pop(): Happening | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      const [left, right] = [heap[child], heap[child + 1]];
      if (left === undefined) break;
      if (right !== undefined && isBefore(right, left)) child += 1;
      const least = heap[child];
      if (least === undefined || !isBefore(least, last)) break;
      heap[at] = least;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(one: Happening, other: Happening): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
