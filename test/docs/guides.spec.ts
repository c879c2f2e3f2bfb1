import { describeWith } from '../support/left-out';
import { ensureBuilt } from '../support/store.process';
import { GuideWorld, type Shown } from './guides';

const GUIDES = ['README.md', 'docs/promotions.md', 'docs/checkout.md', 'docs/webhooks.md'];

/** Returns the part of a command's output that the guide shows: guides omit fields, and `…` stands for any text. */
function shownPart(expected: unknown, actual: unknown): unknown {
  if (expected === '…' && typeof actual === 'string') return '…';
  if (Array.isArray(expected) && Array.isArray(actual)) {
    return (actual as unknown[]).map((value, at) => (at < expected.length ? shownPart(expected[at], value) : value));
  }
  if (!isRecord(expected) || !isRecord(actual)) return actual;
  return Object.fromEntries(Object.entries(expected).map(([key, value]) => [key, shownPart(value, actual[key])]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Whether a block shows an error. */
const isError = (expected: unknown): boolean => isRecord(expected) && expected['status'] === false;

function shownOf({ printed, expected }: Shown): unknown {
  return shownPart(expected, JSON.parse(printed));
}

describeWith(['curl'], 'the guides', () => {
  beforeAll(ensureBuilt);

  it.each(GUIDES)('%s: commands run and print what is shown below them', async (page) => {
    const world = await GuideWorld.open();
    try {
      const ran = await world.run(page);
      // Only an error that the guide shows.
      const refused = ran.filter(({ refused, expected }) => refused.length > 0 && !isError(expected));
      expect(refused.map(({ line, refused: statuses }) => `${page}:${line}: ${statuses.join()}`)).toEqual([]);
      const shown = ran.filter(({ expected }) => expected !== undefined);
      expect(shown.length).toBeGreaterThan(0);
      expect(shown.map((one) => ({ line: one.line, shows: shownOf(one) }))).toEqual(
        shown.map(({ line, expected }) => ({ line, shows: expected })),
      );
    } finally {
      await world.close();
    }
  });

  it('would be caught when they print something else', () => {
    const expected = { id: '…', totals: [{ net: 1 }], missing: 2 };
    const printed = JSON.stringify({ id: '17', more: true, totals: [{ net: 1, tax: 0 }, { net: 3 }] });
    expect(shownOf({ line: 1, printed, expected, refused: [] })).toEqual({
      id: '…',
      totals: [{ net: 1 }, { net: 3 }],
      missing: undefined,
    });
  });
});
