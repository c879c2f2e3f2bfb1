import { type FieldErrors } from '../../../../kernel/errors';
import { FieldErrorList } from '../fields/field-error-list';
import { isRecord, readList } from '../fields/list-value';
import { leafTypeOf, RULE_TYPE_KEYS } from './leaf-types';
import { readLeaf } from './read-leaf';
import { RULE_LIMITS } from './rule-limits';
import { isOneOf, MATCH_ON, type MatchOn, type RuleGroup, type RuleNode } from './rule-tree';

/** A tree fit to be stored, echoed and compiled, or what is wrong with it by dotted path. */
export type ParsedRuleTree =
  | { readonly isValid: true; readonly tree: RuleGroup | null }
  | { readonly isValid: false; readonly errors: FieldErrors };

/**
 * Checks a rule tree when it is saved (promotions.md 15 to 19); nothing is checked again at checkout. The tree comes
 * back with the values that were sent, operators in the sender's spelling; keys that mean nothing are left out.
 * @param sent JSON text, or what a body decoded it to; missing, empty text, `null`, `{}` and `[]` restrict nothing
 * @param field `match_rules` or `match_items`, the start of every path
 */
export function parseRuleTree(sent: unknown, field: string): ParsedRuleTree {
  const parser = new RuleTreeParser();
  const tree = parser.top(sent, field);
  return parser.errors.isEmpty ? { isValid: true, tree } : { isValid: false, errors: parser.errors.all };
}

class RuleTreeParser {
  readonly errors = new FieldErrorList();
  private nodes = 0;

  top(sent: unknown, field: string): RuleGroup | null {
    const decoded = typeof sent === 'string' ? this.decode(sent, field) : sent;
    if (isNothing(decoded) || !this.errors.isEmpty) return null;
    if (!isRecord(decoded)) return this.refuse(field, 'must be a rule of type group');
    if (decoded.type !== 'group') return this.refuse(`${field}.type`, 'must be group at the top');
    const tree = this.group(decoded, field, 0);
    if (this.errors.isEmpty && Buffer.byteLength(JSON.stringify(tree)) > RULE_LIMITS.bytesOfJson) {
      return this.refuse(field, tooMuchJson);
    }
    return tree;
  }

  private decode(text: string, field: string): unknown {
    if (text.trim() === '') return null;
    if (Buffer.byteLength(text) > RULE_LIMITS.bytesOfJson) return this.refuse(field, tooMuchJson);
    try {
      return JSON.parse(text);
    } catch {
      return this.refuse(field, 'must be valid JSON');
    }
  }

  private group(node: Readonly<Record<string, unknown>>, path: string, depth: number): RuleGroup {
    this.nodes += 1;
    const matchOn = this.matchOn(node.match_on, path);
    return {
      type: 'group',
      ...(matchOn && { match_on: matchOn }),
      children: this.children(node.children, path, depth),
    };
  }

  private children(sent: unknown, path: string, depth: number): RuleNode[] {
    const field = `${path}.children`;
    const list = isNothing(sent) ? [] : readList(sent);
    const fault = list ? findListFault(list.length, depth) : 'must be a list of rules';
    if (fault !== null) this.errors.add(field, fault);
    return fault === null
      ? (list ?? []).flatMap((child, i) => this.child(child, `${field}.${i}`, depth + 1) ?? [])
      : [];
  }

  private child(sent: unknown, path: string, depth: number): RuleNode | null {
    if (this.nodes >= RULE_LIMITS.nodes) {
      return this.errors.has(path)
        ? null
        : this.refuse(path, `is more than the ${RULE_LIMITS.nodes} rules a tree may hold`);
    }
    if (!isRecord(sent)) return this.refuse(path, 'must be a rule');
    if (sent.type === 'group') return this.group(sent, path, depth);
    this.nodes += 1;
    const type = leafTypeOf(sent.type);
    if (type === undefined) return this.refuse(`${path}.type`, `must be one of ${RULE_TYPE_KEYS.join(', ')}`);
    const matchOn = this.matchOn(sent.match_on, path);
    const leaf = readLeaf(type, sent, path, this.errors);
    return leaf && { ...leaf, ...(matchOn && { match_on: matchOn }) };
  }

  private matchOn(sent: unknown, path: string): MatchOn | null {
    if (isNothing(sent)) return null;
    if (isOneOf(MATCH_ON, sent)) return sent;
    return this.refuse(`${path}.match_on`, `must be ${MATCH_ON.join(' or ')}`);
  }

  private refuse(field: string, message: string): null {
    this.errors.add(field, message);
    return null;
  }
}

const tooMuchJson = `must be at most ${RULE_LIMITS.bytesOfJson / 1024} KiB of JSON`;

/** Returns the fault of a group with this number of children at this depth, or null. Only the top may be empty. */
function findListFault(length: number, depth: number): string | null {
  if (length === 0) return depth === 0 ? null : 'must hold at least one rule';
  if (depth >= RULE_LIMITS.depth) return `must not be nested deeper than ${RULE_LIMITS.depth} levels`;
  return length > RULE_LIMITS.childrenOfGroup ? `must hold at most ${RULE_LIMITS.childrenOfGroup} rules` : null;
}

function isNothing(sent: unknown): boolean {
  if (sent === undefined || sent === null || sent === '') return true;
  return typeof sent === 'object' && Object.keys(sent).length === 0;
}
