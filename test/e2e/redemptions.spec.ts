import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource, type EntityManager } from 'typeorm';
import { IdGenerator } from '../../src/kernel/ids';
import { amountText } from '../../src/kernel/money';
import { customerKey } from '../../src/modules/promotions/customer-key';
import { PromotionBudget } from '../../src/modules/promotions/data/promotion-budget.entity';
import { PromotionCounter } from '../../src/modules/promotions/data/promotion-counter.entity';
import { PromotionCustomerCounter } from '../../src/modules/promotions/data/promotion-customer-counter.entity';
import { PromotionRedemption } from '../../src/modules/promotions/data/promotion-redemption.entity';
import { readUsage } from '../../src/modules/promotions/data/usage.queries';
import { PricingService } from '../../src/modules/promotions/pricing.service';
import { type AppliedUse, RedemptionsService, type TakeResult } from '../../src/modules/promotions/redemptions.service';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { requiredFields } from '../builders/promotion.builder';
import { onEachEngine } from '../support/engines';
import { recordStatements } from '../support/recorded-statements';
import { startStore, type TestStore } from '../support/store';

const TAKEN: TakeResult = { isTaken: true };

/** Numbers from 0 to `below`, the same in every run (the constants of Numerical Recipes). */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // The low bits of such a generator repeat themselves soon.
    return (state >>> 16) % below;
  };
}

describe('customerKey (promotions.md 33)', () => {
  it.each([
    [{ id: '7', email: 'Ada@example.com' }, '7'],
    [{ id: null, email: ' Ada@Example.com ' }, 'ada@example.com'],
    [{ email: '  ' }, null],
    [null, null],
  ])('of %j is %j', (customer, key) => {
    expect(customerKey(customer)).toBe(key);
  });
});

onEachEngine('the uses of promotions', (engine) => {
  let store: TestStore;
  let dataSource: DataSource;
  let redemptions: RedemptionsService;
  let ids: IdGenerator;
  let run: <T>(work: (tx: EntityManager) => Promise<T>) => Promise<T>;
  let made = 0;

  /** A stored promotion that takes 10 % off, with these limits. */
  const promotion = async (maxUses: number, customerUses = 0, budget = 0n): Promise<AppliedUse> => {
    const form = requiredFields(`Promotion ${(made += 1)}`, {
      to: '9999-12-31',
      max_uses: maxUses,
      customer_uses: customerUses,
      budget: amountText(budget),
    });
    const { status, body } = await store.request<{ result: { id: string } }>('POST', '/v1/promotions/cart', { form });
    expect(status).toBe(201);
    return {
      promotionId: body.result.id,
      maxUses,
      customerUses,
      budget,
      amount: 12_500n,
      discounted: 12_500n,
      code: null,
      codeId: null,
    };
  };
  const put = async ({ promotionId }: AppliedUse, form: object): Promise<void> => {
    const { status } = await store.request('PUT', `/v1/promotions/cart/${promotionId}`, { form: { ...form } });
    expect(status).toBe(200);
  };
  const take = (uses: readonly AppliedUse[], key: string | null = null, orderId = ids.next()) =>
    run((tx) => redemptions.take(tx, orderId, key, uses));
  const release = (orderId: string) => run((tx) => redemptions.release(tx, orderId));
  const retake = (orderId: string) => run((tx) => redemptions.retake(tx, orderId));
  const times = <T>(count: number, work: (i: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, i) => work(i)));
  const takenOf = (results: readonly TakeResult[]) => results.filter(({ isTaken }) => isTaken).length;
  const counter = async ({ promotionId }: AppliedUse) =>
    (await dataSource.manager.findOneBy(PromotionCounter, { promotionId }))?.used;
  const customers = async ({ promotionId }: AppliedUse) => {
    const rows = await dataSource.manager.findBy(PromotionCustomerCounter, { promotionId });
    return Object.fromEntries(rows.map(({ customerKey: key, used }) => [key, used]));
  };
  const ledger = ({ promotionId }: AppliedUse) =>
    dataSource.manager.find(PromotionRedemption, { where: { promotionId }, order: { orderId: 'ASC' } });
  const unreleased = async (use: AppliedUse) =>
    (await ledger(use)).filter(({ releasedAt }) => releasedAt === null).length;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
    dataSource = store.app.get<DataSource>(getDataSourceToken());
    redemptions = store.app.get(RedemptionsService);
    ids = store.app.get(IdGenerator);
    const transactions = store.app.get(Transactions);
    run = (work) => transactions.run(work);
  });
  afterAll(() => store.close());

  it('promotions.md 30: a take counts and writes its ledger row', async () => {
    const use = await promotion(5, 5);
    const orderId = ids.next();
    expect(await take([use], 'ada@example.com', orderId)).toEqual(TAKEN);
    expect([await counter(use), await customers(use)]).toEqual([1, { 'ada@example.com': 1 }]);
    expect(await ledger(use)).toEqual([
      {
        orderId,
        promotionId: use.promotionId,
        customerKey: 'ada@example.com',
        amount: 12_500n,
        discounted: 12_500n,
        code: null,
        codeId: null,
        createdAt: expect.any(Date) as Date,
        releasedAt: null,
      },
    ]);
  });

  it('promotions.md 30: 50 takes at once of max_uses 10 are exactly 10', async () => {
    const use = await promotion(10);
    const results = await times(50, () => take([use]));
    expect(takenOf(results)).toBe(10);
    expect(results.filter(({ isTaken }) => !isTaken)).toEqual(
      Array.from({ length: 40 }, () => ({ isTaken: false, promotionId: use.promotionId, limit: 'max_uses' })),
    );
    expect([await counter(use), (await ledger(use)).length]).toEqual([10, 10]);
  });

  it('promotions.md 29: 20 takes at once by one customer of customer_uses 1 are one, and another customer has one too', async () => {
    const use = await promotion(0, 1);
    const results = await times(21, (i) => take([use], i === 20 ? 'bob@example.com' : 'ada@example.com'));
    expect(takenOf(results.slice(0, 20))).toBe(1);
    expect(results[20]).toEqual(TAKEN);
    expect(await customers(use)).toEqual({ 'ada@example.com': 1, 'bob@example.com': 1 });
    expect(await counter(use)).toBeUndefined();
    const nobody = { isTaken: false, promotionId: use.promotionId, limit: 'customer_uses' };
    expect(await take([use], null)).toEqual(nobody);
  });

  it('promotions.md 31: takes all or none, and names the one that was lost', async () => {
    const [free, last] = [await promotion(5, 5), await promotion(1)];
    expect(await take([last])).toEqual(TAKEN);
    const lost = { isTaken: false, promotionId: last.promotionId, limit: 'max_uses' };
    expect(await take([last, free], 'ada')).toEqual(lost);
    expect([await counter(free), await customers(free), await ledger(free)]).toEqual([0, { ada: 0 }, []]);
    const both = await promotion(5, 1);
    expect(await take([both], 'ada')).toEqual(TAKEN);
    expect(await take([both], 'ada')).toEqual({ ...lost, promotionId: both.promotionId, limit: 'customer_uses' });
    expect([await counter(both), await customers(both)]).toEqual([1, { ada: 1 }]);
  });

  it('promotions.md 31: the same transaction prices again without the one that was lost', async () => {
    const use = await promotion(1, 0);
    const pricing = store.app.get(PricingService);
    const cart = { currency: { code: 'GBP' }, lines: [{ price: 100_000n, quantity: 1 }] };
    await put(use, { from: '2020-01-01', terminating: 1, priority: -100 });
    const outcome = await run(async (tx) => {
      const first = await pricing.priceWithin(tx, { cart, customer: null });
      const uses = first.uses.filter(({ promotionId }) => promotionId === use.promotionId);
      expect(uses).toEqual([{ ...use, maxUses: 1 }]);
      // Another order gets there first. On SQLite transactions take turns, so it is this one that does.
      if (engine.name === 'sqlite') await redemptions.take(tx, ids.next(), null, uses);
      else await dataSource.transaction((other) => redemptions.take(other, ids.next(), null, uses));
      const lost = await redemptions.take(tx, ids.next(), null, uses);
      const again = await pricing.priceWithin(tx, { cart, customer: null });
      return [lost, again.after.rejected.find(({ id }) => id === use.promotionId)];
    });
    expect(outcome).toEqual([
      { isTaken: false, promotionId: use.promotionId, limit: 'max_uses' },
      {
        id: use.promotionId,
        title: expect.any(String) as string,
        reason: 'max_uses_reached',
        detail: { max_uses: 1, used: 1 },
      },
    ]);
  });

  it('promotions.md 30: a promotion without limits writes no counter, 100 times', async () => {
    const use = await promotion(0);
    expect(takenOf(await times(100, (i) => take([use], `customer ${i}`)))).toBe(100);
    expect([await counter(use), await customers(use), (await ledger(use)).length]).toEqual([undefined, {}, 100]);
  });

  it('promotions.md 30: limited promotions in opposite order do not deadlock', async () => {
    const [a, b] = [await promotion(1000, 1000), await promotion(1000, 1000)];
    // A deadlock would be run again, out of the caller's sight.
    const transaction = jest.spyOn(dataSource, 'transaction');
    const results = await times(200, (i) => take(i % 2 === 0 ? [a, b] : [b, a], `customer ${i % 3}`));
    expect([takenOf(results), transaction.mock.calls.length]).toEqual([200, 200]);
    transaction.mockRestore();
    expect([await counter(a), await counter(b)]).toEqual([200, 200]);
    expect(await customers(a)).toEqual({ 'customer 0': 67, 'customer 1': 67, 'customer 2': 66 });
  });

  it('promotions.md 32: 200 takes and releases at once leave counters that say what the ledger says', async () => {
    const [a, b] = [await promotion(60, 25), await promotion(0, 30)];
    const random = seeded(20_261_121);
    await times(200, async () => {
      const orderId = ids.next();
      const key = `customer ${random(3)}`;
      const [uses, releases] = [random(2) === 0 ? [a, b] : [b], random(4)];
      const { isTaken } = await take(uses, key, orderId);
      if (isTaken && releases > 0) await times(releases, () => release(orderId));
    });
    for (const use of [a, b]) {
      const open = (await ledger(use)).filter(({ releasedAt }) => releasedAt === null);
      const counted = await customers(use);
      for (const key of ['customer 0', 'customer 1', 'customer 2']) {
        expect([key, counted[key]]).toEqual([key, open.filter((row) => row.customerKey === key).length]);
      }
      expect(open.length).toBeGreaterThan(0);
    }
    expect(await counter(a)).toBe(await unreleased(a));
  });

  it('promotions.md 32: an order gives back once, and what it gave back can be taken again, or is gone', async () => {
    const use = await promotion(1, 1);
    const [first, second] = [ids.next(), ids.next()];
    expect(await take([use], 'ada', first)).toEqual(TAKEN);
    await times(5, () => release(first));
    expect([await counter(use), await customers(use)]).toEqual([0, { ada: 0 }]);
    await times(5, () => retake(first));
    expect([await counter(use), await customers(use), await unreleased(use)]).toEqual([1, { ada: 1 }, 1]);
    await release(first);
    expect(await take([use], 'bob', second)).toEqual(TAKEN);
    await expect(retake(first)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'promotions.used_up',
      message: `Promotion ${use.promotionId} has been used up by other orders`,
    });
    expect([await counter(use), await customers(use)]).toEqual([1, { ada: 0, bob: 1 }]);
    expect((await ledger(use)).map(({ orderId, releasedAt }) => [orderId, releasedAt === null])).toEqual([
      [first, false],
      [second, true],
    ]);
  });

  it('interface.md: uses from before a limit was set count towards it', async () => {
    const use = await promotion(0);
    const orders = [ids.next(), ids.next(), ids.next()];
    for (const orderId of orders) await take([use], orderId === orders[0] ? null : 'ada', orderId);
    await release(orders[2] ?? '');
    await put(use, { max_uses: 2, customer_uses: 5 });
    expect([await counter(use), await customers(use)]).toEqual([2, { ada: 1 }]);
    expect(await readUsage(dataSource.manager, { limited: [use.promotionId], budgeted: [] }, 'ada')).toEqual(
      new Map([[use.promotionId, { used: 2, customerUsed: 1 }]]),
    );
    const lost = { isTaken: false, promotionId: use.promotionId, limit: 'max_uses' };
    expect(await take([{ ...use, maxUses: 2, customerUses: 5 }], 'bob')).toEqual(lost);
    // Without its limit it is not counted any more; given one again, it is counted anew.
    await put(use, { max_uses: 0 });
    await take([use], 'bob');
    await put(use, { max_uses: 9 });
    expect(await counter(use)).toBe(3);
  });

  it('promotions.md 37: a removed promotion leaves its ledger, and its orders give back and take again freely', async () => {
    const use = await promotion(1);
    const orderId = ids.next();
    await take([use], 'ada', orderId);
    expect((await store.request('DELETE', `/v1/promotions/cart/${use.promotionId}`)).status).toBe(200);
    expect((await ledger(use)).map((row) => row.orderId)).toEqual([orderId]);
    await release(orderId);
    expect(await unreleased(use)).toBe(0);
    await retake(orderId);
    expect(await unreleased(use)).toBe(1);
  });

  it('reads the usage of what has limits by one statement, of nobody too', async () => {
    const [use, budget] = [await promotion(3, 3), await promotion(0, 0, 500_000n)];
    const [a, b] = [use.promotionId, budget.promotionId];
    await take([use, budget], 'ada');
    const usage = async (key: string | null, limited: string[], budgeted: string[]): Promise<unknown[]> => {
      let found = new Map<string, unknown>();
      const read = async () => (found = await readUsage(dataSource.manager, { limited, budgeted }, key));
      return [(await recordStatements(store, read)).length, ...found];
    };
    const spent = [b, { used: 0, customerUsed: 0, spent: budget.discounted }];
    expect(await usage('ada', [a, '1'], [a, b])).toEqual([1, [a, { used: 1, customerUsed: 1 }], spent]);
    expect(await usage(null, [a], [])).toEqual([1, [a, { used: 1, customerUsed: 0 }]]);
    expect(await usage(null, [], [b])).toEqual([1, spent]);
    expect(await usage('ada', [], [])).toEqual([0]);
  });

  describe('promotions-at-scale.md 7: a budget', () => {
    const spent = async ({ promotionId }: AppliedUse) =>
      (await dataSource.manager.findOneBy(PromotionBudget, { promotionId }))?.spent;
    const record = async ({ promotionId }: AppliedUse) => {
      const path = `/v1/promotions/cart/${promotionId}`;
      const { body } = await store.request<{ result: Record<string, unknown> }>('GET', path);
      const { budget, uses, discounted, budget_left: left } = body.result;
      return { budget, uses, discounted, left };
    };

    it('is never exceeded by 50 takes at once of different discounts, and the record says what the ledger says', async () => {
      const use = await promotion(0, 0, 100_000n);
      const sizes = Array.from({ length: 50 }, (_, i) => BigInt(1 + ((i * 37) % 9)) * 1_001n);
      const results = await times(50, (i) => take([{ ...use, discounted: sizes[i] ?? 0n }]));
      const sum = results.reduce((total, { isTaken }, i) => total + (isTaken ? (sizes[i] ?? 0n) : 0n), 0n);
      const lost = results.flatMap((result, i) => (result.isTaken ? [] : [{ result, size: sizes[i] ?? 0n }]));
      expect(lost.map(({ result }) => result)).toEqual(
        lost.map(() => ({ isTaken: false, promotionId: use.promotionId, limit: 'budget' })),
      );
      expect([await spent(use), lost.length > 0]).toEqual([sum, true]);
      expect(lost.every(({ size }) => sum + size > 100_000n || size > 1_001n)).toBe(true);
      expect(await record(use)).toEqual({
        budget: 10,
        uses: takenOf(results),
        discounted: Number(sum) / 10_000,
        left: Number(100_000n - sum) / 10_000,
      });
    });

    it('can be spent to the last ten-thousandth, and not one more', async () => {
      const use = await promotion(0, 0, 25_000n);
      expect([await take([use]), await take([{ ...use, discounted: 12_501n }]), await take([use])]).toEqual([
        TAKEN,
        { isTaken: false, promotionId: use.promotionId, limit: 'budget' },
        TAKEN,
      ]);
      expect(await take([{ ...use, discounted: 1n }])).toMatchObject({ isTaken: false });
      expect(await record(use)).toEqual({ budget: 2.5, uses: 2, discounted: 2.5, left: 0 });
    });

    it('that is lost leaves the limits as they were', async () => {
      const use = await promotion(5, 5, 10_000n);
      expect(await take([use], 'ada')).toEqual({ isTaken: false, promotionId: use.promotionId, limit: 'budget' });
      expect([await counter(use), await customers(use), await spent(use), await ledger(use)]).toEqual([
        0,
        { ada: 0 },
        0n,
        [],
      ]);
    });

    it('is given back once and taken again, or is gone', async () => {
      const use = await promotion(0, 0, 20_000n);
      const first = ids.next();
      expect(await take([use], null, first)).toEqual(TAKEN);
      await times(5, () => release(first));
      expect([await spent(use), await record(use)]).toEqual([0n, { budget: 2, uses: 0, discounted: 0, left: 2 }]);
      await times(5, () => retake(first));
      expect(await spent(use)).toBe(12_500n);
      await release(first);
      expect(await take([use])).toEqual(TAKEN);
      await expect(retake(first)).rejects.toMatchObject({ code: 'promotions.used_up' });
      expect([await spent(use), await unreleased(use)]).toEqual([12_500n, 1]);
    });

    it('follows the discounts that an edit leaves, and refuses more than is left but nothing else', async () => {
      const use = await promotion(0, 0, 20_000n);
      const orderId = ids.next();
      await take([use], null, orderId);
      const retain = (discounted: bigint | null, amount = discounted ?? 0n) => {
        const kept = new Map(discounted === null ? [] : [[use.promotionId, { amount, discounted }]]);
        return run(async (tx) => {
          await redemptions.requireRetainable(tx, orderId, kept);
          await redemptions.retain(tx, orderId, kept);
        });
      };
      await retain(20_000n);
      expect([await spent(use), (await record(use)).discounted]).toEqual([20_000n, 2]);
      const refused = { kind: 'conflict', code: 'promotions.budget_reached' };
      await expect(retain(20_001n)).rejects.toMatchObject(refused);
      const kept = new Map([[use.promotionId, { amount: 20_001n, discounted: 20_001n }]]);
      await expect(run((tx) => redemptions.retain(tx, orderId, kept))).rejects.toMatchObject(refused);
      expect([await spent(use), (await record(use)).discounted]).toEqual([20_000n, 2]);
      await retain(7_500n);
      expect([await spent(use), (await record(use)).discounted]).toEqual([7_500n, 0.75]);
      await put(use, { budget: '0.5' });
      await retain(7_500n, 9_000n);
      expect([await spent(use), (await ledger(use)).map(({ amount }) => amount)]).toEqual([7_500n, [9_000n]]);
      await retain(null);
      expect([await spent(use), await ledger(use)]).toEqual([0n, []]);
    });

    it('that is set later counts what was taken off before it; without one, no row is written', async () => {
      const use = await promotion(0);
      const first = ids.next();
      await take([use], null, first);
      await take([use]);
      await release(first);
      expect([await spent(use), await record(use)]).toEqual([
        undefined,
        { budget: 0, uses: 1, discounted: 1.25, left: null },
      ]);
      await put(use, { budget: '1' });
      expect([await spent(use), await record(use)]).toEqual([
        12_500n,
        { budget: 1, uses: 1, discounted: 1.25, left: 0 },
      ]);
      expect(await take([{ ...use, budget: 10_000n }])).toMatchObject({ isTaken: false, limit: 'budget' });
    });
  });
});
