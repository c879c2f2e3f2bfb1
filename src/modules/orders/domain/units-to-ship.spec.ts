import { unitsToShip } from './units-to-ship';

const of = (units: number, unshipped = units) => ({ units, unshipped });

describe('the units of a line that can go out (orders-and-payments.md 35)', () => {
  it.each<[string, [number, number, ReturnType<typeof of>, ReturnType<typeof of>], [number, number]]>([
    ['all that were sold', [6, 0, of(0), of(0)], [6, 6]],
    ['those that did not go out', [6, 4, of(0), of(0)], [2, 2]],
    ['not those that were refunded', [6, 0, of(4), of(0)], [2, 6]],
    ['none back in stock', [6, 0, of(4), of(3)], [2, 3]],
    ['none, where a refund took the unshipped ones first', [6, 3, of(3), of(0)], [0, 3]],
    ['those beside shipped ones that were refunded later', [8, 6, of(2, 0), of(0)], [2, 2]],
    ['those beside shipped ones that came back', [8, 6, of(2, 0), of(2, 0)], [2, 2]],
    ['not more than are here, where refunded ones went out after all', [6, 5, of(4), of(0)], [0, 1]],
    ['none, where an edit took units out', [3, 3, of(3), of(0)], [0, 0]],
    ['none, where more went out than are left', [2, 3, of(0), of(0)], [0, 0]],
  ])('are %s', (_, [sold, shipped, refunded, restocked], [due, withRefunded]) => {
    expect(unitsToShip({ sold, shipped, refunded, restocked })).toEqual({ due, withRefunded });
  });
});
