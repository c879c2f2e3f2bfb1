/** The carts that get a promotion: everybody, carts with its code, or carts with a code of its pool. */
export const AUDIENCES = ['everybody', 'code', 'codes'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** The audience that follows from the codes of a promotion. */
export function audienceOf(promotion: {
  readonly discountCode: string | null;
  readonly hasCodes?: boolean | null;
}): Audience {
  if (promotion.hasCodes === true) return 'codes';
  return promotion.discountCode === null ? 'everybody' : 'code';
}
