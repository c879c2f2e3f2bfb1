import { type RejectedPromotion, type RejectionDetail } from '../evaluation';
import { type RuleFailure, type Titles } from '../rules/compiled-rule';
import { readOperator } from '../rules/operators/rule-operators';
import { againstTexts } from '../rules/rule-against';

/** Kinds of records that a rejection may name by id or slug. */
const KINDS = ['group', 'method', 'gateway', 'taxBand', 'brand', 'category', 'product'] as const;
type Kind = (typeof KINDS)[number];

/** Titles by id or slug. */
export type RelationTitles = Readonly<Record<Kind, ReadonlyMap<string, string>>>;

/** Most names of one side of a rule that are looked up. */
const MAX_NAMES = 10;

/** Fields that name a record, by type of rule. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  cart: { shipping: 'method', gateway: 'gateway', customer_group: 'group' },
  cart_item: {
    id: 'product',
    sku: 'product',
    product_sku: 'product',
    slug: 'product',
    tax_band: 'taxBand',
    brand: 'brand',
    category: 'category',
  },
  customer: { group: 'group' },
};

/** Names of records in a rejection, by kind. */
interface NamedRelations {
  readonly kind: Kind;
  readonly names: readonly string[];
}

/** The names of rejections, by kind, each once. */
export function namedRelations(rejected: readonly RejectedPromotion[]): Readonly<Record<Kind, ReadonlySet<string>>> {
  const names = Object.fromEntries(KINDS.map((kind) => [kind, new Set<string>()])) as Record<Kind, Set<string>>;
  for (const { detail } of rejected) {
    for (const found of relationsIn(detail)) for (const name of found.names) names[found.kind].add(name);
  }
  return names;
}

/** A rejection with the titles of what its detail names. */
export function withTitles<R extends RejectedPromotion>(rejected: R, titles: RelationTitles): R {
  const { detail } = rejected;
  if (detail === null) return rejected;
  if (!('path' in detail)) return { ...rejected, detail: titled(detail, relationsIn(detail), titles) };
  const { or, ...first } = detail;
  const failures = [first, ...(or ?? [])].map((failure) => titled(failure, relationsOf(failure), titles));
  return { ...rejected, detail: { ...failures[0], ...(or && { or: failures.slice(1) }) } };
}

function titled<T extends object>(detail: T, relations: readonly NamedRelations[], titles: RelationTitles): T {
  const found = relations.flatMap(({ kind, names }) =>
    names.flatMap((name) => {
      const title = titles[kind].get(name);
      return title === undefined ? [] : [[name, title] as const];
    }),
  );
  return found.length === 0 ? detail : { ...detail, titles: Object.fromEntries(found) satisfies Titles };
}

function relationsIn(detail: RejectionDetail): readonly NamedRelations[] {
  if (detail === null) return [];
  if ('path' in detail) return [detail, ...(detail.or ?? [])].flatMap(relationsOf);
  if ('customer_group' in detail) return [{ kind: 'group', names: present([detail.customer_group, detail.actual]) }];
  if (!('shipping_methods' in detail)) return [];
  return [{ kind: 'method', names: present([...detail.shipping_methods, detail.actual]) }];
}

function relationsOf({ type, match, operator, against, actual }: RuleFailure): NamedRelations[] {
  const kind = FIELDS[type === 'cart_attribute' ? 'cart' : type]?.[match];
  const known = readOperator(operator);
  if (kind === undefined || known === undefined) return [];
  const wanted = againstTexts(known, against ?? undefined).map((text) => text.trim());
  const seen = typeof actual === 'object' && actual !== null ? actual.flat() : [actual];
  return [{ kind, names: [...new Set([...wanted.slice(0, MAX_NAMES), ...present(seen).slice(0, MAX_NAMES)])] }];
}

function present(names: readonly (string | null)[]): string[] {
  return [...new Set(names)].filter((name) => name !== null);
}
