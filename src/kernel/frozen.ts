/** Freezes a plain value with all that is in it, for those who share it. Text, numbers and the like are frozen by nature. */
export function frozen<T>(value: T): T {
  if (Object.isFrozen(value)) return value;
  for (const part of Object.values(value as object)) frozen(part);
  return Object.freeze(value);
}
