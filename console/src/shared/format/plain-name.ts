/** Writes the name of a program's field or part for people: `secret_key` as `Secret key`, `dummy` as `Dummy`. */
export function plainName(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
