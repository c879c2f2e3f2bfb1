import { type OrderPlace, type PastOrders } from '../../orders/placed-orders.service';
import { PastOrderParts } from './past-order-parts';

const AT = new Date('2026-01-01T00:00:00Z');
const TO = new Date('2026-02-01T00:00:00Z');

describe('the parts of past orders', () => {
  let asked: string[];
  let fails: boolean;
  let parts: PastOrderParts;

  /** 250 orders with the ids 1 to 250. */
  const orders = {
    next: (after: OrderPlace, _: Date, limit: number): Promise<PastOrders> => {
      asked.push(`${after.id}+${limit}`);
      if (fails) return Promise.reject(new Error('no connection'));
      const lookedAt = Math.min(limit, 250 - Number(after.id));
      const last = lookedAt === 0 ? null : { at: AT, id: String(Number(after.id) + lookedAt) };
      return Promise.resolve({ orders: [], lookedAt, last });
    },
  };
  const next = (id: string, { jobId = 'a', limit = 100 } = {}) =>
    parts.next({ jobId, after: { at: AT, id }, to: TO, limit });

  beforeEach(() => {
    [asked, fails] = [[], false];
    parts = new PastOrderParts(orders);
  });

  it('are read once each, one ahead, and none after the last', async () => {
    expect(await next('0')).toMatchObject({ lookedAt: 100, isLast: false });
    expect(asked).toEqual(['0+100', '100+100']);
    await next('100');
    expect(await next('200')).toMatchObject({ lookedAt: 50, isLast: true });
    expect(asked).toEqual(['0+100', '100+100', '200+100']);
  });

  it('of another job, another place or another size are read anew', async () => {
    await next('0');
    await next('100', { jobId: 'b' });
    await next('100');
    await next('20');
    await next('120', { limit: 7 });
    const [first, other, again] = [
      ['0+100', '100+100'],
      ['20+100', '120+100'],
      ['120+7', '127+7'],
    ];
    expect(asked).toEqual([...first, '100+100', '200+100', '100+100', '200+100', ...other, ...again]);
  });

  it('that could not be read ahead fail the batch that asks for them, and are read anew then', async () => {
    const first = next('0');
    await first;
    fails = true;
    await next('100');
    await expect(next('200')).rejects.toThrow('no connection');
    fails = false;
    expect(await next('200')).toMatchObject({ lookedAt: 50 });
  });

  it('are waited for by settle, also if they cannot be read', async () => {
    await parts.settle();
    await next('0');
    fails = true;
    await next('100');
    await parts.settle();
    expect(asked).toEqual(['0+100', '100+100', '200+100']);
  });
});
