/** Positions of records after one of them has moved by one place; undefined: it cannot. */
export function positionsAfterMove(
  siblings: readonly { readonly id: string }[],
  id: string,
  by: -1 | 1,
): Readonly<Record<string, number>> | undefined {
  const ids = siblings.map((sibling) => sibling.id);
  const from = ids.indexOf(id);
  const other = ids[from + by];
  if (from < 0 || other === undefined) return undefined;
  ids[from + by] = id;
  ids[from] = other;
  return Object.fromEntries(ids.map((each, position) => [each, position]));
}
