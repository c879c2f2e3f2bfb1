import crypto from 'node:crypto';
import timers from 'node:timers/promises';
import { type Happening, type Scheduler } from './scheduler';
import { type Seeded } from './seeded';

/** A timer as `setTimeout` and `setInterval` return it, as far as the store uses it. */
class SimulatedTimer {
  constructor(public happening: Happening) {}

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

type Act = (...values: unknown[]) => void;

interface Waiting {
  readonly signal?: AbortSignal;
}

/**
 * Puts the scheduler in the place of Node's timers and of its clock that never goes back, and the seed in the place of its
 * random source, for the store's own code: it is not changed for the simulation.
 * @returns puts everything back
 */
export function simulateOutside(scheduler: Scheduler, random: Seeded): () => void {
  const set = (ms: number, act: () => void): SimulatedTimer =>
    new SimulatedTimer(scheduler.after(ms, scheduler.current, act));
  const every = (ms: number, act: () => void): SimulatedTimer => {
    const tick = (): void => {
      timer.happening = scheduler.after(ms, scheduler.current, tick);
      act();
    };
    const timer = set(ms, tick);
    return timer;
  };
  const undo = [
    replaced(globalThis, {
      setTimeout: (act: Act, ms = 0, ...values: unknown[]) => set(ms, () => act(...values)),
      clearTimeout: clear,
      setInterval: (act: Act, ms: number, ...values: unknown[]) => every(ms, () => act(...values)),
      clearInterval: clear,
      setImmediate: (act: Act, ...values: unknown[]) => set(0, () => act(...values)),
      clearImmediate: clear,
    }),
    replaced(timers, {
      setTimeout: (ms: number, value: unknown, options: Waiting = {}) => pause(scheduler, ms, value, options),
      setImmediate: (value: unknown, options: Waiting = {}) => pause(scheduler, 0, value, options),
    }),
    replaced(performance, { now: () => scheduler.now }),
    replaced(crypto, {
      randomBytes: (count: number) => random.bytes(count),
      randomInt: (least: number, above?: number) =>
        above === undefined ? random.between(0, least - 1) : random.between(least, above - 1),
      randomUUID: () => random.uuid(),
    }),
  ];
  return () => undo.forEach((putBack) => putBack());
}

function clear(timer: unknown): void {
  if (timer instanceof SimulatedTimer) timer.happening.act = undefined;
}

function pause(scheduler: Scheduler, ms: number, value: unknown, { signal }: Waiting): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const aborted = (): Error => Object.assign(new Error('The operation was aborted'), { name: 'AbortError' });
    if (signal?.aborted === true) {
      reject(aborted());
      return;
    }
    const stop = (): void => {
      happening.act = undefined;
      reject(aborted());
    };
    const happening = scheduler.after(ms, scheduler.current, () => {
      signal?.removeEventListener('abort', stop);
      resolve(value);
    });
    signal?.addEventListener('abort', stop);
  });
}

/** Sets properties of an object that others use too. @returns puts the former ones back */
export function replaced(target: object, values: Readonly<Record<string, unknown>>): () => void {
  const undo = Object.entries(values).map(([name, value]) => {
    const former = Object.getOwnPropertyDescriptor(target, name);
    Object.defineProperty(target, name, { value, configurable: true, writable: true });
    return () => {
      if (former === undefined) Reflect.deleteProperty(target, name);
      else Object.defineProperty(target, name, former);
    };
  });
  return () => undo.reverse().forEach((putBack) => putBack());
}
