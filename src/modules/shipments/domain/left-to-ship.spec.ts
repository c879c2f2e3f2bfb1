import { itemsToShip, leftToShip, unitsBySku } from './left-to-ship';

const SOLD = new Map([
  ['MUG', 3],
  ['TEA', 1],
]);

describe('what is left to ship (orders-that-stay-true.md 35)', () => {
  it('is what was sold without what went out', () => {
    expect(leftToShip(SOLD, new Map())).toEqual([
      { sku: 'MUG', quantity: 3 },
      { sku: 'TEA', quantity: 1 },
    ]);
    expect(
      leftToShip(
        SOLD,
        new Map([
          ['TEA', 1],
          ['MUG', 1],
          ['GONE', 4],
        ]),
      ),
    ).toEqual([{ sku: 'MUG', quantity: 2 }]);
    expect(
      leftToShip(
        SOLD,
        new Map([
          ['TEA', 2],
          ['MUG', 3],
        ]),
      ),
    ).toEqual([]);
  });

  it('can be shipped whole or in part, and no more', () => {
    const left = leftToShip(SOLD, new Map());
    expect(itemsToShip(null, left)).toEqual({ items: left });
    const twice = [
      { sku: 'MUG', quantity: 1 },
      { sku: 'MUG', quantity: 2 },
    ];
    expect(itemsToShip(twice, left)).toEqual({ items: [{ sku: 'MUG', quantity: 3 }] });
    expect(itemsToShip([...twice, { sku: 'MUG', quantity: 1 }], left)).toEqual({
      fault: { field: 'items', message: 'has 4 of MUG, of which 3 are left to ship' },
    });
    expect(itemsToShip([{ sku: 'CUP', quantity: 1 }], left)).toEqual({
      fault: { field: 'items', message: 'has 1 of CUP, of which 0 are left to ship' },
    });
    for (const wanted of [null, twice]) {
      expect(itemsToShip(wanted, [])).toEqual({ fault: { field: 'items', message: 'has nothing left to ship' } });
    }
  });

  it('units are summed by sku', () => {
    expect(unitsBySku([])).toEqual(new Map());
    expect(
      unitsBySku([
        { sku: 'A', quantity: 1 },
        { sku: 'B', quantity: 2 },
        { sku: 'A', quantity: 4 },
      ]),
    ).toEqual(
      new Map([
        ['A', 5],
        ['B', 2],
      ]),
    );
  });
});
