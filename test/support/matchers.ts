/** Jest's asymmetric matchers without their `any`, for whole values with parts that are not known in advance. */

/** Text that a pattern matches. */
export const like = (pattern: RegExp): unknown => expect.stringMatching(pattern);

/** Text that holds another. */
export const holding = (text: string): unknown => expect.stringContaining(text);

/** Any number. */
export const aNumber: unknown = expect.any(Number);
