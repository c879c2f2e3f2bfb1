/** Draws a whole number below another. */
export type Draw = (below: number) => number;

/** Numbers that look random and are the same for each seed. */
export function drawing(seed: number): Draw {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
