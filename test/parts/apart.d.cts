/** Paths of specs. */
export const alone: readonly string[];

/** Paths of specs and, with a slash at the end, of folders. */
export const long: readonly string[];

/** Beginnings of paths of specs. */
export const onEach: readonly string[];
