import { changedOrders, costLines } from './cost-lines';

const RESULT = { discount: { then: 34.1, test: 48.3 }, revenue: { then: 500, test: 486 } };

describe('what a back-test says of the cost', () => {
  it('is the discount of the tested promotions beside that of the others', () => {
    expect(costLines({ ...RESULT, others: { then: 34.1, test: 0.2 } })).toEqual({
      tested: { then: 0, test: 48.1 },
      others: { then: 34.1, test: 0.2 },
      paid: RESULT.revenue,
    });
  });

  it('is the discount of all promotions where an older version did not tell them apart', () => {
    expect(costLines({ ...RESULT, others: null })).toEqual({
      tested: RESULT.discount,
      others: null,
      paid: RESULT.revenue,
    });
  });

  it('counts every order that changes once', () => {
    expect(changedOrders({ pay_less: 2, pay_more: 2, pay_same: 1 })).toBe(5);
    expect(changedOrders({ pay_less: 2, pay_more: 2, pay_same: null })).toBeUndefined();
  });
});
