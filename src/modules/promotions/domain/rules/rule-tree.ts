/** A value that a rule compares with, as it was sent. */
export type AgainstValue = string | number | boolean;

/** One comparison, as it was sent: its operator keeps the sender's spelling (promotions.md 16). */
export interface RuleLeaf {
  /** One of the registered leaf types. */
  readonly type: string;
  readonly match: string;
  /** Missing: `=`. */
  readonly operator?: string;
  readonly against?: AgainstValue | readonly AgainstValue[];
  readonly match_on?: MatchOn;
}

/** Rules that decide together, as they were sent. */
export interface RuleGroup {
  readonly type: 'group';
  /** Missing: `all` (promotions.md 15). */
  readonly match_on?: MatchOn;
  readonly children: readonly RuleNode[];
}

/** A checked rule; {@link RuleGroup} at the top. JSON as it is stored and echoed. */
export type RuleNode = RuleLeaf | RuleGroup;

/** Whether a rule is a group. */
export function isGroup(node: RuleNode): node is RuleGroup {
  return node.type === 'group';
}

export const MATCH_ON = ['any', 'all'] as const;
export type MatchOn = (typeof MATCH_ON)[number];

/** Whether a text is one of a closed list of words. */
export function isOneOf<T extends string>(words: readonly T[], text: unknown): text is T {
  return (words as readonly unknown[]).includes(text);
}
