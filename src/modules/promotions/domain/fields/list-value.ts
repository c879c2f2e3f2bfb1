/** Whether a decoded value is an object with keys of its own, not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A list as the three body types decode it: an array, or the map of positions that bracket notation leaves
 * (`children[0]`, wire.md 1). Undefined when it is neither.
 */
export function readList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (!isRecord(value)) return undefined;
  const keys = Object.keys(value);
  if (!keys.every((key) => /^\d{1,6}$/.test(key))) return undefined;
  return keys.sort((a, b) => Number(a) - Number(b)).map((key) => value[key]);
}

/** Decodes JSON text. Undefined when it is none. */
export function decodeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
