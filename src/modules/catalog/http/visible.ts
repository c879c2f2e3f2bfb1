import { isUnset } from '../../../kernel/fields/field-problem';
import { type Principal } from '../../../kernel/scopes';
import { isLive, visible } from '../../../platform/http/visible';
import { ProductNotFound } from '../catalog.errors';
import { type CategoryRecord, type CategoryTreeRecord } from '../category.resource';
import { type ProductRecord } from '../product.resource';

/** @throws ProductNotFound for a draft that the caller may not see */
export function visibleProduct(product: ProductRecord, caller: Principal | undefined): ProductRecord {
  return visible(product, caller, () => new ProductNotFound());
}

/** Returns a category without a parent that the caller may not see. */
export function visibleCategory<C extends Pick<CategoryRecord, 'parent'>>(
  category: C,
  caller: Principal | undefined,
): C {
  const isHidden = caller?.storefront !== undefined && category.parent !== null && !isLive(category.parent.data);
  return isHidden ? { ...category, parent: null } : category;
}

/** Reads a filter of the tree. Undefined when it is missing or empty: it then filters nothing. */
export function sentText(sent: unknown): string | undefined {
  return isUnset(sent) || typeof sent !== 'string' ? undefined : sent.trim();
}

/** A part of the tree, as a query names it. */
export interface TreeFilter {
  /** Id or slug of the category below which it lies; undefined: all. */
  readonly parent: string | undefined;
  /** Key of the status of those that are shown; undefined: any. */
  readonly status: string | undefined;
}

/** Returns the part of a tree below one category, without those of another status and what is below them. */
export function filteredTree(
  tree: readonly CategoryTreeRecord[],
  { parent, status }: TreeFilter,
): CategoryTreeRecord[] {
  if (parent !== undefined) {
    const found = withAllBelow(tree).find(({ id, slug }) => id === parent || slug === parent);
    return filteredTree(found?.children ?? [], { parent: undefined, status });
  }
  return status === undefined ? [...tree] : pruned(tree, (category) => category.status.data.key === status);
}

/** Returns a tree without the categories that are not wanted, and what is below them. */
function pruned(
  tree: readonly CategoryTreeRecord[],
  isWanted: (category: CategoryTreeRecord) => boolean,
): CategoryTreeRecord[] {
  return tree.filter(isWanted).map((category) => ({ ...category, children: pruned(category.children, isWanted) }));
}

function withAllBelow(tree: readonly CategoryTreeRecord[]): CategoryTreeRecord[] {
  return tree.flatMap((category) => [category, ...withAllBelow(category.children)]);
}

/** Returns a tree without the drafts, and what is below them, for a public client. */
export function visibleTree(tree: readonly CategoryTreeRecord[], caller: Principal | undefined): CategoryTreeRecord[] {
  return caller?.storefront === undefined ? [...tree] : pruned(tree, isLive);
}
