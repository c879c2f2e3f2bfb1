import { type LeafType } from './leaf-type';
import * as registered from './registered-leaf-types';

// The order of a module's exports is the compiler's business; that of the document is not.
/** The types of rules that compare (promotions.md 18), in the order of the OpenAPI document. */
const LEAF_TYPES: readonly LeafType[] = Object.values(registered).sort((a: LeafType, b: LeafType) =>
  a.type < b.type ? -1 : 1,
);

/** Values of `type` of a rule that compares. */
export const LEAF_TYPE_KEYS: readonly string[] = LEAF_TYPES.map(({ type }) => type);

/** Values of `type` of any rule. */
export const RULE_TYPE_KEYS: readonly string[] = ['group', ...LEAF_TYPE_KEYS];

const BY_KEY: ReadonlyMap<unknown, LeafType> = new Map(LEAF_TYPES.map((leaf) => [leaf.type, leaf]));

/** The description of a type. Undefined when no type has the key, or the key is no text. */
export function leafTypeOf(key: unknown): LeafType | undefined {
  return BY_KEY.get(key);
}

/** Lists the fields of each type, for the OpenAPI document. Types of one meaning share a sentence. */
export function describeFields(): string {
  const alike = new Map<string, { readonly types: string[]; readonly fields: readonly string[] }>();
  for (const { meaning, type, fields } of LEAF_TYPES) {
    const known = alike.get(meaning);
    if (known === undefined) alike.set(meaning, { types: [type], fields });
    else known.types.push(type);
  }
  const sentences = [...alike].map(
    ([meaning, { types, fields }]) => `${meaning} (${types.join(', ')}): ${fields.join(', ')}.`,
  );
  return sentences.join(' ');
}
