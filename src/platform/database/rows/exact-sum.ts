/** Both parts of a sum stay below 2^53 for nine million rows of the largest amounts: SQLite returns sums as binary floats. */
const PART = 1_000_000_000n;

/**
 * Selects the sum of an integer column in two parts, for {@link exactSum}: of large amounts SUM itself overflows on SQLite,
 * and is rounded by its driver.
 * @param column as SQL, never input
 */
export function sumParts(column: string, name: string): string[] {
  const low = `${column} % ${PART}`;
  return [`SUM((${column} - ${low}) / ${PART}) AS ${name}_high`, `SUM(${low}) AS ${name}_low`];
}

/**
 * Returns the sum that {@link sumParts} selected; 0 for no rows. @param row as the driver returned it, numbers of any
 * type
 */
export function exactSum(row: Readonly<Record<string, unknown>>, name: string): bigint {
  return whole(row[`${name}_high`]) * PART + whole(row[`${name}_low`]);
}

/** MySQL writes quotients with decimals, which are 0 here. */
function whole(value: unknown): bigint {
  return value === null || value === undefined ? 0n : BigInt(String(value).replace(/\.0+$/, ''));
}

/** Rows that one request sums up: some 0.3 s on the embedded database, which works in the API's process. A file of the console has as many. */
export const MAX_SUMMED = 50_000;

/** Says in the document when there are no sums. */
export const NO_SUMS = `Null if more than ${MAX_SUMMED} match: narrow them, for example by \`created_at\`.`;
