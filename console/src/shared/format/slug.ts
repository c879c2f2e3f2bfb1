/** Makes the name of a record for addresses from its title: `Große Größen & mehr` to `grosse-grossen-mehr`. */
export function slugOf(title: string): string {
  const words = title.toLowerCase().replaceAll('ß', 'ss').normalize('NFKD').replace(/\p{M}/gu, '');
  return words
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 100)
    .replace(/^-|-$/g, '');
}
