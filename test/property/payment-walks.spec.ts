import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { amountNumber } from '../../src/kernel/money';
import { PAYMENT_GATEWAYS, type PaymentGateway } from '../../src/modules/payments/payment-gateway.port';
import { PaymentRecoveryService } from '../../src/modules/payments/payment-recovery.service';
import { type Fields, GOOD_CARD, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { type Draw, drawing } from '../support/drawing';
import { onEachEngine } from '../support/engines';
import { type Mood, ProviderBooks } from '../support/provider-books';
import { startStore, type TestStore } from '../support/store';

/** Walks in each tax mode, and the first one. REFUND_WALKS=20000 makes a long run of them; FIRST_WALK=7 begins with the seventh. */
const WALKS = Number(process.env['REFUND_WALKS'] ?? '5');
const FIRST = Number(process.env['FIRST_WALK'] ?? '1');
const TIMEOUT_MS = 60_000 + WALKS * 3_000;
const STEPS = 10;
const MODES = ['0', '1'] as const;

/** Orders that owe nothing (orders-and-payments.md 9). */
const OWES_NOTHING = ['cancelled', 'failed', 'declined', 'refunded'];
const MOODS: readonly Mood[] = [...Array<Mood>(8).fill('well'), 'declines', 'dropped', 'lost', 'less', 'otherwise'];
const STATUSES = ['cancelled', 'cancelled', 'failed', 'declined', 'unpaid', 'paid', 'processing', 'dispatched'];

type Step = (id: string, draw: Draw) => Promise<void>;

describe.each(MODES)('payments on random walks (orders-and-payments.md 9 to 16) with PRICES_INCLUDE_TAX=%s', (mode) => {
  onEachEngine('hold', (engine) => {
    const books = new ProviderBooks();
    let store: TestStore;
    let shop: Shop;
    let recovery: PaymentRecoveryService;
    let dataSource: DataSource;
    const goods: { id: string; sku: string }[] = [];
    let shipping = '';

    beforeAll(async () => {
      store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0', PRICES_INCLUDE_TAX: mode });
      shop = await Shop.open(store);
      recovery = store.app.get(PaymentRecoveryService);
      dataSource = store.app.get<DataSource>(getDataSourceToken());
      const gateways = store.app.get<PaymentGateway[]>(PAYMENT_GATEWAYS);
      books.replace(gateways.find(({ slug }) => slug === 'dummy') as PaymentGateway);
      const band = (await shop.made('/v1/taxes', { title: 'VAT', rate: '17.5' })).id;
      for (const price of ['9.99', '0', '3.35']) {
        const { id, sku } = await shop.product({ price, tax_band: band, stock_status: 1, stock_level: 10_000_000 });
        goods.push({ id, sku: String(sku) });
      }
      shipping = (await shop.shipping({ price: '4.99', tax_band: band })).id;
    });
    afterAll(async () => {
      jest.restoreAllMocks();
      await store.close();
    });

    const ordered = async (draw: Draw): Promise<string> => {
      const items = goods.map(({ id }) => ({ id, quantity: 1 + draw(4) }));
      const json = { items, gateway: 'dummy', shipping };
      const { status, body } = await shop.send<OrderResult>('POST', '/v1/carts/checkout', { json });
      expect([status, body.errors]).toEqual([201, undefined]);
      return body.result.id;
    };
    const unitsOf = (draw: Draw, most: number): Fields[] =>
      goods.filter(() => draw(2) === 0).map(({ sku }) => ({ sku, quantity: draw(most) }));
    const payments = async (id: string): Promise<Fields[]> =>
      (await shop.send<Fields[]>('GET', `/v1/orders/${id}/payments`, { query: { limit: '100', order: 'asc' } })).body
        .result;
    const isOpen = ({ status }: Fields): boolean => status === 'pending' || status === 'unknown';

    const charge: Step = async (id, draw) => {
      await shop.pay(draw(2) === 0 ? 'purchase' : 'authorize', id, GOOD_CARD);
    };
    const capture: Step = async (id, draw) => {
      await shop.pay('capture', id, draw(2) === 0 ? {} : { amount: String((1 + draw(2000)) / 100) });
    };
    const release: Step = async (id) => {
      await shop.pay('void', id);
    };
    const edit: Step = async (id, draw) => {
      const items = unitsOf(draw, 6);
      const json = { ...(items.length > 0 && { items }), ...(draw(4) === 0 && { shipping_price: draw(900) / 100 }) };
      await shop.send('POST', `/v1/orders/${id}/edits`, { json });
    };
    const move: Step = async (id, draw) => {
      await shop.send('PUT', `/v1/orders/${id}`, { form: { status: STATUSES[draw(STATUSES.length)] } });
    };
    const news: Step = async (_, draw) => {
      const key = draw(3) > 0 ? books.failRefund() : books.endAuthorization();
      // However often it comes.
      for (let time = draw(3); key !== undefined && time >= 0; time -= 1) await recovery.recover(key, 'dummy');
    };
    const settle: Step = async (id) => {
      for (const one of await payments(id)) if (isOpen(one)) await recovery.recover(String(one['id']));
      await recovery.recoverDue();
    };
    const refund: Step = async (id, draw) => {
      const kinds: readonly Fields[] = [{}, { amount: draw(2000) / 100 }, { items: unitsOf(draw, 3) }, { shipping: 1 }];
      const json = { ...kinds[draw(kinds.length)], ...(draw(3) === 0 && { restock: 1 }) };
      const preview = await shop.send<Fields>('POST', `/v1/orders/${id}/refunds/preview`, { json });
      const made = await shop.send<Fields>('POST', `/v1/checkout/payment/refund/${id}`, { json });
      // What its preview takes can still fail at the provider.
      const isExact = books.mood === 'well' || preview.status !== 200;
      const told = { json, status: preview.status, errors: preview.body.errors };
      expect(isExact ? { json, status: made.status, errors: made.body.errors } : told).toEqual(told);
    };
    const STEPS_OF_A_WALK: readonly Step[] = [
      charge,
      charge,
      capture,
      capture,
      release,
      edit,
      move,
      news,
      news,
      settle,
    ];
    const drawStep = (draw: Draw): Step =>
      draw(3) === 0 ? refund : (STEPS_OF_A_WALK[draw(STEPS_OF_A_WALK.length)] as Step);

    const totalsOf = async (query: Record<string, string>): Promise<Fields> => {
      const { body } = await shop.send<{ totals: Fields[] }>('GET', '/v1/transactions/totals', { query });
      const { captured = 0, refunded = 0 } = body.result.totals[0] ?? {};
      return { captured, refunded };
    };
    /** The ledger, the order and the provider say the same. */
    const check = async (id: string, isSettled: boolean): Promise<void> => {
      const { status, captured, refunded, balance, total } = (await shop.send<OrderResult>('GET', `/v1/orders/${id}`))
        .body.result;
      expect(await totalsOf({ order_id: id })).toEqual({ captured, refunded });
      const [row] = await dataSource.query<{ credit: string | number | null }[]>(
        `SELECT credit FROM orders WHERE id = ${id}`,
      );
      const owed = OWES_NOTHING.includes(status.data.key) ? 0 : total - Number(row?.credit ?? 0) / 10_000;
      expect(Number(balance)).toBeCloseTo(owed - Number(captured) + Number(refunded), 4);
      if (!isSettled) return;
      const { held, taken, given } = books.sums();
      const all = await payments(id);
      const authorized = all.filter(
        (one) => one['method'] !== 'recorded' && one['payment'] === null && one['status'] === 'succeeded',
      );
      const reserved = authorized
        .filter((one) => one['captured'] === 0)
        .reduce((sum, one) => sum + Number(one['amount']), 0);
      expect([all.filter(isOpen), await totalsOf({ order_id: id, gateway: 'dummy' })]).toEqual([
        [],
        { captured: amountNumber(taken), refunded: amountNumber(given) },
      ]);
      expect(reserved).toBeCloseTo(amountNumber(held), 4);
      const isInVain = ['cancelled', 'failed', 'declined'].includes(status.data.key);
      expect(isInVain ? held : 0n).toBe(0n);
    };

    /** @returns the steps of a walk and what is wrong after the last of them; undefined: nothing is */
    const faultOf = async (walk: number): Promise<string | undefined> => {
      const draw = drawing(walk);
      books.clear();
      const id = await ordered(draw);
      const steps: string[] = [];
      try {
        for (let step = 0; step < STEPS; step += 1) {
          books.mood = MOODS[draw(MOODS.length)] as Mood;
          const act = drawStep(draw);
          steps.push(`${act.name} (${books.mood})`);
          await act(id, draw);
          await check(id, false);
        }
        books.mood = 'well';
        for (let look = 0; look < 12; look += 1) await settle(id, draw);
        await check(id, true);
        return undefined;
      } catch (error) {
        return `walk ${walk}: ${steps.join(', ')}: ${String(error)}`;
      }
    };

    it(
      'book what the provider says it moved, are refunded as previewed, and leave the balance that the pages say',
      async () => {
        for (let walk = FIRST; walk < FIRST + WALKS; walk += 1) expect(await faultOf(walk)).toBeUndefined();
      },
      TIMEOUT_MS,
    );
  });
});
