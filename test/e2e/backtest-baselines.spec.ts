import { DataSource } from 'typeorm';
import { Clock } from '../../src/kernel/clock';
import { BacktestJob } from '../../src/modules/backtests/jobs/backtest.job';
import { JobBatches } from '../../src/platform/jobs/job-batches';
import { type JobKind } from '../../src/platform/jobs/job-kind';
import { JobRunner } from '../../src/platform/jobs/job-runner';
import { type Fields, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { MovedClock } from '../support/moved.clock';
import { startStore, type TestStore } from '../support/store';

const PATH = '/v1/promotions/backtests';
const DAY = 86_400_000;
const FIXED = { action: 'discount_subtotal_fixed' };

onEachEngine('the baseline of a back-test', (engine) => {
  let store: TestStore;
  let shop: Shop;
  // £10, £20 and £30, each paid with 2.00 off.
  const orders: OrderResult[] = [];
  const clock = new MovedClock('2031-03-01T12:00:00.000Z');

  const start = async (json: Fields): Promise<string> => {
    const window = { from: '2031-03-01', to: '2031-03-01' };
    const { status, body } = await shop.send('POST', PATH, { json: { ...window, baseline: 'live', ...json } });
    expect([body.errors, status]).toEqual([undefined, 202]);
    return body.result.id;
  };
  const get = async (id: string, headers = {}): Promise<Fields> =>
    (await shop.send('GET', `${PATH}/${id}`, { headers })).body.result;
  const run = async (json: Fields): Promise<Fields> => {
    const id = await start(json);
    await store.app.get(JobRunner).settle();
    const record = await get(id);
    expect([record['state'], record['error']]).toEqual(['done', null]);
    return record;
  };
  const resultOf = async (json: Fields): Promise<Fields> => (await run(json))['result'] as Fields;
  const live = (more: Fields) => shop.promotion({ ...FIXED, amount: 3, from: '2031-03-09', to: '2031-03-12', ...more });

  beforeAll(async () => {
    for (const work of [JobRunner]) jest.spyOn(work.prototype, 'start').mockReturnValue();
    store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0' }, true);
    jest.spyOn(store.app.get(Clock), 'now').mockImplementation(() => clock.now());
    shop = await Shop.open(store);
    const { id: product } = await shop.product({ price: '10' });
    const { id: old } = await shop.promotion({ ...FIXED, title: 'Old', amount: 2 });
    for (const units of [1, 2, 3])
      orders.push(
        await shop.order(
          product,
          { customer: { first_name: 'Ada', last_name: 'Byron', email: 'ada@shop.example' } },
          units,
        ),
      );
    await shop.send('DELETE', `/v1/promotions/cart/${old}`);
    clock.move(9 * DAY);
    // None of these gives anyone anything today.
    await live({ title: 'Draft', status: 0 });
    await live({ title: 'Ended', from: '2031-03-01', to: '2031-03-09' });
    await live({ title: 'Planned', from: '2031-03-11' });
    await live({ title: 'Spent', max_uses: 1, persistent: 1 });
    await shop.order(product);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await store.close();
  });

  let now: string;
  beforeEach(async () => void ({ id: now } = await live({ title: 'Now' })));
  afterEach(async () => void (await shop.send('DELETE', `/v1/promotions/cart/${now}`)));

  const TENTH = { id: 'tenth', title: 'Tenth', action: 'discount_subtotal_percent', amount: '10', priority: 5 };
  const at = (i: number): string => orders[i]?.id ?? '';
  const end = ([discount, total]: readonly [number, number]): Fields => ({ discount, total });
  const most = (
    i: number,
    before: readonly [number, number],
    after: readonly [number, number],
    ...reasons: string[]
  ): Fields => ({ order: at(i), before: end(before), after: end(after), why: reasons.join(' '), reasons });

  it('`live` is the orders with the promotions of today on every day, and the test those with the tested one', async () => {
    const record = await run({ promotions: [TENTH], mode: 'added' });
    expect(record).toMatchObject({
      mode: 'added',
      baseline: 'live',
      promotions: [{ id: 'tenth', title: 'Tenth' }],
      baseline_promotions: [{ id: now, title: 'Now' }],
    });
    // £3 off, then 10 %: £10 → £7 → £6.30, £20 → £17 → £15.30, £30 → £27 → £24.30. The £2 that were paid do not count.
    const tenth = (amount: string): string => `Tenth would have taken off £${amount}.`;
    expect(record['result']).toMatchObject({
      orders: 3,
      touched: 3,
      ...{ pay_less: 3, pay_more: 0, pay_same: 0 },
      discount: { then: 9, test: 14.1 },
      others: { then: 9, test: 9 },
      revenue: { then: 51, test: 45.9 },
      promotions: [{ id: 'tenth', title: 'Tenth', orders: 3, discount: 5.1, average: 1.7, largest: 2.7 }],
      largest: [
        most(2, [3, 27], [5.7, 24.3], tenth('2.70')),
        most(1, [3, 17], [4.7, 15.3], tenth('1.70')),
        most(0, [3, 7], [3.7, 6.3], tenth('0.70')),
      ],
      dearer: [],
      assumptions: expect.arrayContaining([
        'The comparison is with the promotions that were live at the start of the test, without the tested ones. They apply on every day, with codes as the buyers used them.',
        'The promotions of the comparison apply, and the tested ones with them.',
      ]) as unknown,
    });
  });

  it('names the orders that cost more, and why: a promotion of today would no longer have applied', async () => {
    const first = { ...TENTH, priority: -5, terminating: '1' };
    const lost =
      'Now would have taken off £3.00, and in the test not have applied: It could not be combined with Tenth.';
    const { pay_less, pay_more, pay_same, dearer } = await resultOf({ promotions: [first], mode: 'added' });
    expect({ pay_less, pay_more, pay_same, dearer }).toEqual({
      ...{ pay_less: 0, pay_more: 2, pay_same: 1 },
      dearer: [
        most(0, [3, 7], [1, 9], lost, 'Tenth would have taken off £1.00.'),
        most(1, [3, 17], [2, 18], lost, 'Tenth would have taken off £2.00.'),
      ],
    });
  });

  it('`instead` compares the tested promotions alone with those of today, in English and German', async () => {
    const { id, result } = await run({ promotions: [TENTH] });
    expect(result).toMatchObject({
      discount: { then: 9, test: 6 },
      others: { then: 9, test: 0 },
      revenue: { then: 51, test: 54 },
      ...{ pay_less: 0, pay_more: 2, pay_same: 1 },
      dearer: [
        {
          reasons: ['Now would have taken off £3.00 and is not part of the test.', 'Tenth would have taken off £1.00.'],
        },
        {},
      ],
    });
    expect((await get(String(id), { 'accept-language': 'de' }))['result']).toMatchObject({
      dearer: [
        { reasons: ['Now hätte £3.00 abgezogen und gehört nicht zum Test.', 'Tenth hätte £1.00 abgezogen.'] },
        {},
      ],
    });
  });

  it('leaves the tested promotion out of the baseline; without others that is the orders without discounts', async () => {
    const record = await run({ promotions: [{ ...TENTH, id: now }], mode: 'added' });
    expect(record).toMatchObject({
      baseline_promotions: [],
      result: { discount: { then: 0, test: 6 }, revenue: { then: 60, test: 54 } },
    });
    expect(await run({ baseline: 'then', promotions: [TENTH] })).toMatchObject({
      baseline: 'then',
      baseline_promotions: [],
      result: { discount: { then: 6, test: 6 }, revenue: { then: 54, test: 54 } },
    });
  });

  it.each([{ max_uses: 2 }, { customer_uses: 2 }, { budget: 6 }])(
    'holds %j of a promotion of today in the baseline and in the test, each by its own uses, in batches of any size',
    async (limit) => {
      await shop.send('PUT', `/v1/promotions/cart/${now}`, { form: limit });
      // It applies to the first order alone, so that a use of the other one is left for the third.
      const below = { type: 'cart', match: 'value', operator: '<', against: '15' };
      const match_rules = { type: 'group', match_on: 'all', children: [below] };
      const promotions = [{ ...TENTH, priority: -5, terminating: '1', match_rules }];
      const inBatches = async (size: number): Promise<Fields> => {
        const id = await start({ promotions, mode: 'added' });
        const [kind, batches] = [store.app.get<JobKind>(BacktestJob), store.app.get(JobBatches)];
        const steps = { rests: { share: 100, take: () => Promise.resolve() }, prepared: () => undefined };
        for (let job; (job = (await batches.active(['backtest'], 1))[0]);) await batches.run(kind, job, size, steps);
        const { body } = await shop.send('GET', `${PATH}/${id}/orders`);
        return { ...((await get(id))['result'] as Fields), listed: body.result };
      };
      const atOnce = await inBatches(100);
      expect(atOnce).toMatchObject({
        discount: { then: 6, test: 7 },
        others: { then: 6, test: 6 },
        largest: [most(2, [0, 30], [3, 27], 'Now would have taken off £3.00.'), { order: at(0) }],
      });
      expect([await inBatches(1), await inBatches(2)]).toEqual([atOnce, atOnce]);
    },
  );

  it('refuses another baseline, and one of more promotions than a test may have', async () => {
    const refused = async (baseline: string): Promise<unknown> =>
      (await shop.send('POST', PATH, { json: { promotions: [TENTH], baseline } })).body.errors;
    expect(await refused('now')).toEqual({ baseline: ['baseline must be one of then, live'] });
    const many = [];
    for (let i = 0; i < 100; i += 1) many.push((await live({ title: `Many ${i}` })).id);
    expect(await refused('live')).toEqual({
      baseline: ['baseline must be then while more than 100 promotions are live'],
    });
    await store.app.get(DataSource).query(`DELETE FROM promotions WHERE title LIKE 'Many %'`);
  });
});
