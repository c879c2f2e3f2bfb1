import { type Comparison } from './rules/compare-fact';
import { type Fact, FactValue, MAX_EXPLAINED, type ShownFact, showFact } from './rules/fact-value';

/**
 * One field of every line of a cart. What a comparison says of the lines is worked out once for each evaluation, however
 * many promotions ask it, and found by key where equality is all it asks for.
 */
export class LineColumn {
  private readonly answers = new Map<Comparison, readonly number[]>();
  private positions?: ReadonlyMap<string, readonly number[]>;
  private shownFacts?: readonly ShownFact[];

  constructor(private readonly facts: readonly Fact[]) {}

  get length(): number {
    return this.facts.length;
  }

  /** Whether one line meets a comparison. */
  meets(comparison: Comparison, line: number): boolean {
    return comparison.holds(this.facts[line] ?? null);
  }

  /** Positions of all lines that meet a comparison, ascending. */
  linesThatMeet(comparison: Comparison): readonly number[] {
    const known = this.answers.get(comparison);
    if (known !== undefined) return known;
    const { keys } = comparison;
    const lines = keys !== null && keys.length < this.length ? this.linesWith(keys) : this.linesTested(comparison);
    this.answers.set(comparison, lines);
    return lines;
  }

  /** The field as it is reported, for the first lines. */
  get firstShown(): readonly ShownFact[] {
    return (this.shownFacts ??= this.facts.slice(0, MAX_EXPLAINED).map(showFact));
  }

  /** The field of one line as it is reported. */
  shown(line: number): ShownFact {
    return showFact(this.facts[line] ?? null);
  }

  private linesTested({ holds }: Comparison): readonly number[] {
    const lines: number[] = [];
    for (const [line, fact] of this.facts.entries()) if (holds(fact)) lines.push(line);
    return lines;
  }

  private linesWith(keys: readonly string[]): readonly number[] {
    const index = (this.positions ??= positionsByKey(this.facts));
    // Marks keep the order, and a line with two of the keys (a list's, or the id and the slug of one record) single.
    const isMet = new Uint8Array(this.length);
    for (const key of keys) for (const line of index.get(key) ?? NO_LINES) isMet[line] = 1;
    const lines: number[] = [];
    for (let line = 0; line < isMet.length; line++) if (isMet[line] === 1) lines.push(line);
    return lines;
  }
}

const NO_LINES: readonly number[] = [];

function positionsByKey(facts: readonly Fact[]): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>();
  const add = (key: string | null, line: number): void => {
    if (key === null) return;
    const lines = index.get(key);
    if (lines === undefined) index.set(key, [line]);
    else lines.push(line);
  };
  for (const [line, fact] of facts.entries()) {
    for (const { key, aliasKey } of valuesOf(fact)) {
      add(key, line);
      add(aliasKey, line);
    }
  }
  return index;
}

function valuesOf(fact: Fact): readonly FactValue[] {
  if (fact === null) return [];
  return fact instanceof FactValue ? [fact] : fact;
}
