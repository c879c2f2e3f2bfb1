const TEN = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS d`).join(' UNION ALL ');

/** A query of the numbers 1 to `count` as `seq`, digit by digit: of recursion each database has limits of its own. */
export function numbers(count: number): string {
  const places = Array.from({ length: String(count).length }, (_, at) => at);
  const number = places.map((at) => `p${at}.d * ${10 ** at}`).join(' + ');
  const tables = places.map((at) => `(${TEN}) AS p${at}`).join(', ');
  return `SELECT seq FROM (SELECT ${number} + 1 AS seq FROM ${tables}) AS counted WHERE seq <= ${count}`;
}
