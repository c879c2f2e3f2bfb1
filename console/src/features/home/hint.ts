/** Something that waits for a person, in words, and the page that shows just that. */
export interface Hint {
  readonly text: string;
  readonly path: string;
  readonly search: Readonly<Record<string, string>>;
  /** The shop loses money until it is dealt with: it is red. */
  readonly isAlarm?: true;
}
