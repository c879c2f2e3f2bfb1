/** The fields of an object that were sent. */
export function given<T extends object>(sent: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(sent).filter(([, value]) => value !== null && value !== undefined),
  ) as Partial<T>;
}
