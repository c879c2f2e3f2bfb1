import { FilledLines } from './filled-lines';
import { customLine, type NewLine } from './new-cart-line';

const wrap = (text: string, name = 'Wrap'): NewLine =>
  customLine({ customId: null, name, price: 10_000n, sku: null, weight: '0', taxBand: null, further: { text } }, null);

describe('the lines of a cart that items are added to (carts.md 3, 12)', () => {
  it('merge an item with the line that equals it, and read each present line once however many items come', () => {
    let reads = 0;
    const watched = (line: NewLine): NewLine =>
      Object.defineProperty({ ...line, quantity: 1 }, 'title', { get: () => ((reads += 1), 'Wrap'), enumerable: true });
    const present = Array.from({ length: 50 }, (_, at) => watched(wrap(String(at))));
    const lines = new FilledLines(present, 200);
    const before = reads;
    for (let at = 25; at < 75; at += 1) lines.add(wrap(String(at)), { quantity: 2, path: '' });
    // The copies of the lines that were raised read them once more.
    expect([before, reads]).toEqual([50, 75]);
    expect(lines.all.map(({ quantity }) => quantity)).toEqual([
      ...Array.from({ length: 25 }, () => 1),
      ...Array.from({ length: 25 }, () => 3),
      ...Array.from({ length: 25 }, () => 2),
    ]);
    expect(lines.all.slice(0, 50).map(({ identifier }) => identifier)).toEqual(
      present.map(({ identifier }) => identifier),
    );
  });

  it('that became equal by a change get the units of the first', () => {
    const [first, second] = [wrap('a'), wrap('a')];
    const lines = new FilledLines([first, second], 2);
    lines.add(wrap('a'), { quantity: 1, path: '' });
    expect(lines.all).toEqual([{ ...first, quantity: 1 }, second]);
  });
});
