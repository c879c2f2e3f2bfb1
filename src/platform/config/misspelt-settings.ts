/** Names this short are near too many others, and have a default that is noticed at once: HOST, PORT. */
const SHORTEST = 8;
/** Number of letters that may be missing, added, changed or swapped. */
const NEAR = 2;

/**
 * Faults of names that are no setting and look like one that is not set: `DATABSE_URL` would otherwise start a store on
 * an empty database of its own. Bounded: names of other lengths are not compared.
 */
export function misspeltSettings(given: readonly string[], known: readonly string[]): string[] {
  const wanted = known.filter((name) => name.length >= SHORTEST && !given.includes(name));
  return given
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = wanted.find((setting) => isNear(name.toUpperCase(), setting));
      return meant === undefined ? [] : [`${name} is not a setting; did you mean ${meant}?`];
    });
}

function isNear(name: string, setting: string): boolean {
  return Math.abs(name.length - setting.length) <= NEAR && distance(name, setting) <= NEAR;
}

/** Letters to add, remove, change or swap with their neighbour to come from one text to the other. */
function distance(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= from.length; row++) rows.push(nextRow(from, to, row, rows));
  return at(rows, from.length, to.length);
}

function nextRow(from: string, to: string, row: number, rows: readonly number[][]): number[] {
  const cells = [row];
  for (let column = 1; column <= to.length; column++) {
    const changed = at(rows, row - 1, column - 1) + Number(from[row - 1] !== to[column - 1]);
    const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
    const swapped = isSwap && row > 1 && column > 1 ? at(rows, row - 2, column - 2) + 1 : Infinity;
    cells.push(Math.min(at(rows, row - 1, column) + 1, at([cells], 0, column - 1) + 1, changed, swapped));
  }
  return cells;
}

function at(rows: readonly (readonly number[])[], row: number, column: number): number {
  return rows[row]?.[column] ?? Infinity;
}
