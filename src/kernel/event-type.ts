/**
 * Whether a pattern covers an event type: an exact type, `order.*`, `*.deleted` or `*.*`. A star stands for the whole of its
 * half, never for a part of it.
 */
export function matchesPattern(pattern: string, type: string): boolean {
  const wanted = pattern.split('.');
  const parts = type.split('.');
  return wanted.length === parts.length && wanted.every((half, i) => half === '*' || half === parts[i]);
}
