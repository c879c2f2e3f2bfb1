/** Draws a whole number from 0 to below `sides`. */
export type Roll = (sides: number) => number;

/** Draws numbers that are the same for each run with a seed (Mulberry32). */
export function diceOf(seed: number): Roll {
  let state = seed >>> 0;
  return (sides) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

/** Draws an entry of a list. @throws RangeError for an empty one */
export function pick<T>(roll: Roll, list: readonly T[]): T {
  const found = list[roll(list.length)];
  if (found === undefined) throw new RangeError('there is nothing to pick from');
  return found;
}
