/** The full name of a person, who may have one of the names only. */
export function fullName(first: string, last: string): string {
  return [first, last].filter(Boolean).join(' ');
}
