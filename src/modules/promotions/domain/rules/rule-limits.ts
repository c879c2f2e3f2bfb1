/** Beyond these a tree is refused (promotions.md 19). */
export const RULE_LIMITS = {
  /** Steps from the top group down to a leaf: so many groups may lie within each other. */
  depth: 8,
  /** Groups and leaves together. */
  nodes: 200,
  childrenOfGroup: 50,
  valuesOfList: 400,
  charactersOfValue: 1024,
  bytesOfJson: 64 * 1024,
} as const;
