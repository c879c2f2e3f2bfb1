import { parseAmount } from '../../../kernel/money';
import { afterChange, type MoneyChange, orderBalance, type OrderMoneyState } from './order-balance';

const amount = (units: number) => parseAmount(String(units));
const order = (total: number): OrderMoneyState => ({
  status: 'unpaid',
  total: amount(total),
  captured: 0n,
  refunded: 0n,
  credit: 0n,
});
const after = (state: OrderMoneyState, change: MoneyChange): OrderMoneyState => ({
  ...state,
  ...afterChange(state, change),
});
const pay = (state: OrderMoneyState, units: number) => after(state, { captured: amount(units) });
const refund = (state: OrderMoneyState, units: number) => after(state, { refunded: amount(units) });
const edit = (state: OrderMoneyState, total: number): OrderMoneyState => ({ ...state, total: amount(total) });

describe('orders-and-payments.md 9: the balance of an order', () => {
  it('is its total while nothing is paid, and 0 once all is', () => {
    expect(orderBalance(order(36))).toBe(amount(36));
    expect(orderBalance(pay(order(36), 36))).toBe(0n);
    expect(orderBalance(pay(order(36), 10))).toBe(amount(26));
  });

  it('stays 0 after a refund of what was not owed: 36 paid, 12 refunded', () => {
    const refunded = refund(pay(order(36), 36), 12);
    expect(refunded).toEqual({ ...order(36), captured: amount(36), refunded: amount(12), credit: amount(12) });
    expect(orderBalance(refunded)).toBe(0n);
  });

  it('is owed back after an edit, 0 once refunded, and due after another: 36 paid, 30, 6 refunded, 35', () => {
    const cheaper = edit(pay(order(36), 36), 30);
    expect(orderBalance(cheaper)).toBe(amount(-6));
    const settled = refund(cheaper, 6);
    expect([orderBalance(settled), settled.credit]).toEqual([0n, 0n]);
    expect(orderBalance(edit(settled, 35))).toBe(amount(5));
  });

  it('is still owed back after a refund of a part of it', () => {
    const settled = refund(edit(pay(order(36), 36), 30), 2);
    expect([orderBalance(settled), settled.credit]).toEqual([amount(-4), 0n]);
  });

  it('counts as credit only what goes beyond what is owed', () => {
    const settled = refund(edit(pay(order(36), 36), 30), 10);
    expect([orderBalance(settled), settled.credit]).toEqual([0n, amount(4)]);
  });

  it('is still owed back after a refund of units: they are not what the edit took out', () => {
    const returned = after(edit(pay(order(36), 36), 24), { refunded: amount(12), isOfParts: true });
    expect([orderBalance(returned), returned.credit]).toEqual([amount(-12), amount(12)]);
    const settled = refund(returned, 12);
    expect([orderBalance(settled), settled.refunded]).toEqual([0n, amount(24)]);
  });

  it.each(['cancelled', 'failed', 'declined'] as const)(
    'of a %s order is what was refunded less captured',
    (status) => {
      expect(orderBalance({ ...order(36), status })).toBe(0n);
      const cancelled = { ...pay(order(36), 36), status };
      expect(orderBalance(cancelled)).toBe(amount(-36));
      const refunded = refund(cancelled, 36);
      expect([orderBalance(refunded), refunded.credit]).toEqual([0n, 0n]);
    },
  );
});
