import { itemsToShip, leftBeside, unitsBySku } from './left-to-ship';

const units = (due: number, withRefunded = due) => ({ due, withRefunded });
const LEFT = new Map([
  ['MUG', units(3)],
  ['TEA', units(1, 2)],
  ['CUP', units(0)],
]);
const REFUNDED = new Map([['TEA', units(0, 2)]]);

describe('the items of a shipment (orders-and-payments.md 35)', () => {
  it('are all that is left, or a part of it, and no more', () => {
    const all = [
      { sku: 'MUG', quantity: 3 },
      { sku: 'TEA', quantity: 1 },
    ];
    expect(itemsToShip(null, LEFT, false)).toEqual({ items: all });
    const twice = [
      { sku: 'MUG', quantity: 1 },
      { sku: 'MUG', quantity: 2 },
    ];
    expect(itemsToShip(twice, LEFT, false)).toEqual({ items: [{ sku: 'MUG', quantity: 3 }] });
    expect(itemsToShip([...twice, { sku: 'MUG', quantity: 1 }], LEFT, false)).toEqual({
      fault: { field: 'items', message: 'has 4 of MUG, of which 3 are left to ship' },
    });
    for (const sku of ['CUP', 'POT']) {
      expect(itemsToShip([{ sku, quantity: 1 }], LEFT, false)).toEqual({
        fault: { field: 'items', message: `has 1 of ${sku}, of which 0 are left to ship` },
      });
    }
    for (const wanted of [null, twice]) {
      const fault = { field: 'items', message: 'has nothing left to ship' };
      expect(itemsToShip(wanted, new Map([['MUG', units(0)]]), false)).toEqual({ fault });
    }
  });

  it('have refunded units only where these are asked for', () => {
    const two = [{ sku: 'TEA', quantity: 2 }];
    const hint = 'more were refunded, which include_refunded=1 ships';
    expect(itemsToShip(two, LEFT, false)).toEqual({
      fault: { field: 'items', message: `has 2 of TEA, of which 1 are left to ship: 1 ${hint}` },
    });
    expect(itemsToShip(null, REFUNDED, false)).toEqual({
      fault: { field: 'items', message: `has nothing left to ship: 2 ${hint}` },
    });
    expect(itemsToShip(two, LEFT, true)).toEqual({ items: two });
    expect(itemsToShip(null, REFUNDED, true)).toEqual({ items: two });
    expect(itemsToShip([{ sku: 'TEA', quantity: 3 }], LEFT, true)).toEqual({
      fault: { field: 'items', message: 'has 3 of TEA, of which 2 are left to ship' },
    });
  });

  it('may be those that a changed shipment has already', () => {
    const own = [
      { sku: 'MUG', quantity: 2 },
      { sku: 'GONE', quantity: 1 },
    ];
    expect(leftBeside(own, LEFT)).toEqual(
      new Map([
        ['MUG', units(5)],
        ['TEA', units(1, 2)],
        ['CUP', units(0)],
      ]),
    );
  });

  it('are summed by sku', () => {
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
