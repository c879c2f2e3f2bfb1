/** Long names break after these characters: `ada@shop.example`, `order.updated`, `https://shop.example/hooks`. */
const AFTER = /(?<=[@./_:-])(?=[^@./_:-])/;
/** Characters that are looked at. */
const MOST = 1_000;

/** Splits a text where a line may break if it has no room for all of it. */
export function breakableParts(text: string): readonly string[] {
  return text.length > MOST ? [text] : text.split(AFTER);
}
