/** The new place of a category; what is undefined stays. */
export interface CategoryPlace {
  readonly position?: number | undefined;
  /** Null: at the top. */
  readonly parent?: string | null | undefined;
}
