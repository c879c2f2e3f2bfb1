import { type NotFound } from '../../../kernel/errors';
import { type Principal } from '../../../kernel/scopes';
import { type ListRequest } from '../../../platform/http/pagination';
import { type CategoryTreeRecord } from '../category.record';
import { type PublicationKey } from '../choices';

const LIVE: PublicationKey = '1';
/** Matches no record: whoever asks for drafts sees none. */
const NONE = 'none';

/** Narrows a list to what a caller may see: public clients see what is live (storefront.md 1). */
export function visibleList(list: ListRequest, caller: Principal | undefined): ListRequest {
  if (caller?.storefront === undefined) return list;
  const { status = LIVE } = list.filters;
  return { ...list, filters: { ...list.filters, status: status === LIVE ? LIVE : NONE } };
}

/** Returns a record that the caller may see. @throws what `notFound` makes for a draft and a public client */
export function visible<R extends { readonly status: { readonly data: { readonly key: string } } }>(
  record: R,
  caller: Principal | undefined,
  notFound: () => NotFound,
): R {
  if (caller?.storefront !== undefined && record.status.data.key !== LIVE) throw notFound();
  return record;
}

/** Returns a tree without the drafts, and what is below them, for a public client. */
export function visibleTree(tree: readonly CategoryTreeRecord[], caller: Principal | undefined): CategoryTreeRecord[] {
  if (caller?.storefront === undefined) return [...tree];
  const live = tree.filter(({ status }) => status.data.key === LIVE);
  return live.map((category) => ({ ...category, children: visibleTree(category.children, caller) }));
}
