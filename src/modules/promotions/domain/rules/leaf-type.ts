import { type Comparison } from './compare-fact';
import { type CompiledRule } from './compiled-rule';
import { type RuleLeaf } from './rule-tree';

/**
 * A type of rules that compare. Everything the store knows of it stands here: validation, compilation and the OpenAPI
 * document read it from `registered-leaf-types.ts`.
 */
export interface LeafType {
  /** The value of `type` on the wire. */
  readonly type: string;
  /** Names the compared object, for the OpenAPI document. Types with one meaning have the same fields. */
  readonly meaning: string;
  /** The values that `match` may have. */
  readonly fields: readonly string[];
  /** Compiles a checked leaf. The path is the one that failures are reported with. */
  readonly rule: new (leaf: RuleLeaf, path: string, comparison: Comparison) => CompiledRule;
}
