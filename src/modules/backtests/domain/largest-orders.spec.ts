import { dearer, LargestOrders, otherDiscount } from './largest-orders';

const amounts = (then: number, test: number) => ({ then: BigInt(then), test: BigInt(test) });
const NONE = amounts(0, 0);
const ids = (orders: LargestOrders): string[] => orders.pack().map(({ orderId }) => orderId);
const TEN = Array.from({ length: 10 }, (_, at) => at);

describe('the orders of a back-test that change most', () => {
  it('are kept by the size of their change, up or down, and at a tie the earlier first', () => {
    const orders = new LargestOrders([], otherDiscount);
    orders.add('small', amounts(0, 1), NONE);
    orders.add('down', amounts(5, 0), NONE);
    orders.add('up', amounts(0, 5), NONE);
    orders.add('same', amounts(3, 3), NONE);
    expect(orders.pack()).toEqual([
      { orderId: 'down', discount: { then: '5', test: '0' }, revenue: { then: '0', test: '0' }, why: null },
      { orderId: 'up', discount: { then: '0', test: '5' }, revenue: { then: '0', test: '0' }, why: null },
      { orderId: 'small', discount: { then: '0', test: '1' }, revenue: { then: '0', test: '0' }, why: null },
    ]);
  });

  it('are those whose total rises, where that is the size', () => {
    const orders = new LargestOrders([], dearer);
    orders.add('cheaper', NONE, amounts(9, 1));
    orders.add('dearer', NONE, amounts(1, 3));
    expect(ids(orders)).toEqual(['dearer']);
  });

  it('are ten at most, also after a batch that another process kept', () => {
    const before = new LargestOrders([], otherDiscount);
    for (const at of TEN) before.add(`${at}`, amounts(0, 10 + at), NONE);
    const after = new LargestOrders(before.pack(), otherDiscount);
    after.add('tie with the least', amounts(0, 10), NONE);
    after.add('tie with the largest', amounts(0, 19), NONE);
    after.add('less', amounts(0, 9), NONE);
    expect(ids(after)).toEqual(['9', 'tie with the largest', '8', '7', '6', '5', '4', '3', '2', '1']);
  });
});
