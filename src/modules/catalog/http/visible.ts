import { type Principal } from '../../../kernel/scopes';
import { isLive, visible } from '../../../platform/http/visible';
import { ProductNotFound } from '../catalog.errors';
import { type CategoryRecord, type CategoryTreeRecord } from '../category.record';
import { type ProductRecord } from '../product.record';

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

/** Returns a tree without the drafts, and what is below them, for a public client. */
export function visibleTree(tree: readonly CategoryTreeRecord[], caller: Principal | undefined): CategoryTreeRecord[] {
  if (caller?.storefront === undefined) return [...tree];
  const live = tree.filter(isLive);
  return live.map((category) => ({ ...category, children: visibleTree(category.children, caller) }));
}
