import { type NotFound } from '../../kernel/errors';
import { type Principal } from '../../kernel/scopes';
import { type ListRequest } from './pagination';

/** The value of what is live or enabled, as filters spell it. */
const SHOWN = '1';
/** Matches no record: a page that asks for drafts gets none. */
const NONE = 'none';

/**
 * Narrows a list to what a caller may see: public clients see what is live, and find nothing by a draft (storefront.md 1).
 * @param field the filter that tells what is live
 */
export function visibleList(list: ListRequest, caller: Principal | undefined, field = 'status'): ListRequest {
  if (caller?.storefront === undefined) return list;
  const asked = list.filters[field] ?? SHOWN;
  const isShown = asked === SHOWN || asked.toLowerCase() === 'true';
  return { ...list, isPublic: true, filters: { ...list.filters, [field]: isShown ? SHOWN : NONE } };
}

/** Returns a record that the caller may see. @throws what `notFound` makes for a public client and a record that is not shown */
export function visibleIf<R>(isShown: boolean, record: R, caller: Principal | undefined, notFound: () => NotFound): R {
  if (caller?.storefront !== undefined && !isShown) throw notFound();
  return record;
}

/** A record that is a draft or live. */
export interface Publishable {
  readonly status: { readonly data: { readonly key: string } };
}

/** Returns whether a record is shown to public clients. */
export const isLive = ({ status }: Publishable): boolean => status.data.key === SHOWN;

/** Returns a record that the caller may see. @throws what `notFound` makes for a draft and a public client */
export function visible<R extends Publishable>(record: R, caller: Principal | undefined, notFound: () => NotFound): R {
  return visibleIf(isLive(record), record, caller, notFound);
}
