import type Stripe from 'stripe';

/** Objects of a page, and pages that are looked through for one attempt. */
export const PAGE = 100;
const MAX_PAGES = 20;

interface Listed {
  readonly id: string;
  readonly metadata: Stripe.Metadata | null;
}

/**
 * Looks through a list for the object of an attempt: unlike Stripe's search, a list is never behind.
 * @param page asks for the objects after an id @throws Error when the list does not end, so that it cannot tell
 */
export async function findInList<T extends Listed>(
  key: string,
  page: (after: { starting_after?: string }) => Promise<Pick<Stripe.ApiList<T>, 'data' | 'has_more'>>,
): Promise<T | undefined> {
  let after: { starting_after?: string } = {};
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const { data, has_more: hasMore } = await page(after);
    const found = data.find(({ metadata }) => metadata?.['attempt'] === key);
    if (found !== undefined) return found;
    // As Stripe says it, and nothing else: what is not found there was never made.
    if ((hasMore as unknown) === false) return undefined;
    const last = data.at(-1);
    if ((hasMore as unknown) !== true || last === undefined) throw new Error('a list of stripe is not as documented');
    after = { starting_after: last.id };
  }
  throw new Error('too many objects of stripe to tell');
}
