import { BAD_CARD, type Fields, GOOD_CARD, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { StatisticsBooks } from '../builders/statistics.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

/** Orders of each kind of life. */
const EACH = 3;
const PAGE = 7;
const DAY_MS = 86_400_000;

const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const pence = (value: unknown): number => Math.round(Number(value) * 100);
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** An order at the end: its status and, in pence, what was taken, given back and is due. */
type Ends = readonly [status: string, captured: number, refunded: number, balance: number];

/** A shop's bookkeeper: thirty-three orders of eleven lives, then the ledger beside the orders (orders-and-payments.md 9, 12, 16). */
describe.each([
  ['prices without tax', '0'],
  ['prices that include tax', '1'],
])('the books of a shop with %s', (_, includesTax) => {
  onEachEngine('at the end', (engine) => {
    let store: TestStore;
    let shop: Shop;
    let mug: Fields & { id: string };
    let shipping: string;
    const expected = new Map<string, Ends>();

    const order = async (): Promise<OrderResult> => shop.order(mug.id, { shipping }, 3);
    const pay = async (method: string, { id }: OrderResult, form: Fields = {}, status = 200): Promise<OrderResult> => {
      const { status: got, body } = await shop.pay(method, id, form);
      expect([method, got, body.errors ?? body.error]).toEqual([method, status, body.errors ?? body.error]);
      return body.result?.order;
    };
    const edit = async ({ id }: OrderResult, quantity: number): Promise<OrderResult> => {
      const items = [{ sku: mug['sku'], quantity }];
      const { body } = await shop.send<{ order: OrderResult }>('POST', `/v1/orders/${id}/edits`, { json: { items } });
      return body.result.order;
    };
    const send = async (method: string, path: string, json: Fields = {}): Promise<void> =>
      expect((await shop.send(method, path, { json })).status).toBeLessThan(300);
    const one = { items: () => JSON.stringify([{ sku: mug['sku'], quantity: 1 }]) };
    const all = (of: OrderResult): number => pence(of.total);

    /** Each begins with a new order of three mugs with shipping, and says how it must end. */
    const lives: Readonly<Record<string, (placed: OrderResult) => Promise<Ends>>> = {
      'is paid': async (placed) => {
        await pay('purchase', placed, GOOD_CARD);
        return ['paid', all(placed), 0, 0];
      },
      'is captured in part and paid by another card': async (placed) => {
        await pay('authorize', placed, GOOD_CARD);
        await pay('capture', placed, { amount: '5' });
        await pay('purchase', placed, GOOD_CARD);
        return ['paid', all(placed), 0, 0];
      },
      'gets an amount back': async (placed) => {
        await pay('purchase', placed, GOOD_CARD);
        await pay('refund', placed, { amount: '3' });
        return ['partial_refund', all(placed), 300, 0];
      },
      'sends one mug back': async (placed) => {
        await pay('purchase', placed, GOOD_CARD);
        const after = await pay('refund', placed, { items: one.items(), restock: 1 });
        return ['partial_refund', all(placed), pence(after['refunded']), 0];
      },
      'gets shipping back': async (placed) => {
        await pay('purchase', placed, GOOD_CARD);
        const after = await pay('refund', placed, { shipping: 1 });
        return ['partial_refund', all(placed), pence(after['refunded']), 0];
      },
      'becomes smaller, and what is owed is given back': async (placed) => {
        await pay('purchase', placed, GOOD_CARD);
        const smaller = await edit(placed, 1);
        const owed = all(placed) - all(smaller);
        await pay('refund', placed, { amount: String(owed / 100) });
        return ['paid', all(placed), owed, 0];
      },
      'becomes larger, and the rest is paid': async (placed) => {
        await pay('purchase', placed, GOOD_CARD);
        const larger = await edit(placed, 5);
        await pay('purchase', placed, GOOD_CARD);
        return ['paid', all(larger), 0, 0];
      },
      'becomes larger, the rest is paid, and is as it was again': async (placed) => {
        await pay('purchase', placed, GOOD_CARD);
        const larger = await edit(placed, 5);
        await pay('purchase', placed, GOOD_CARD);
        const owed = all(larger) - all(await edit(placed, 3));
        await pay('refund', placed, { amount: String(owed / 100) });
        return ['paid', all(larger), owed, 0];
      },
      'is cancelled and given back': async (placed) => {
        await pay('purchase', placed, GOOD_CARD);
        await pay('refund', placed, { amount: '1' });
        await send('PUT', `/v1/orders/${placed.id}`, { status: 'cancelled' });
        await pay('refund', placed);
        return ['cancelled', all(placed), all(placed), 0];
      },
      'is authorized and voided': async (placed) => {
        await pay('authorize', placed, GOOD_CARD);
        await pay('void', placed);
        return ['unpaid', 0, 0, all(placed)];
      },
      'is declined, then paid and shipped': async (placed) => {
        await pay('purchase', placed, BAD_CARD, 422);
        await pay('purchase', placed, GOOD_CARD);
        await send('POST', `/v1/orders/${placed.id}/shipments`);
        return ['dispatched', all(placed), 0, 0];
      },
    };

    /** Every record of a list, page by page. */
    async function everyPage(path: string): Promise<Fields[]> {
      const found: Fields[] = [];
      for (let offset = 0; ; offset += PAGE) {
        const query = { limit: String(PAGE), offset: String(offset), sort: 'id', order: 'asc' };
        const { result } = (await shop.send<Fields[]>('GET', path, { query })).body;
        found.push(...result);
        if (result.length < PAGE) return found;
      }
    }

    beforeAll(async () => {
      store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0', PRICES_INCLUDE_TAX: includesTax });
      shop = await Shop.open(store);
      const tax_band = (await shop.made('/v1/taxes', { title: 'VAT', rate: '20' })).id;
      mug = await shop.product({ price: '9.99', tax_band, stock_status: 1, stock_level: 1000 });
      shipping = (await shop.shipping({ price: '4.95', tax_band })).id;
      await shop.promotion({ amount: '7.5', apply_to_shipping: 1 });
      for (let i = 0; i < EACH; i += 1) {
        for (const live of Object.values(lives)) {
          const placed = await order();
          expected.set(placed.id, await live(placed));
        }
      }
    });
    afterAll(() => store.close());

    it('has each order where its life leads', async () => {
      const orders = await everyPage('/v1/orders');
      const ends = orders.map((of) => [
        of['id'],
        [
          (of as unknown as OrderResult).status.data.key,
          pence(of['captured']),
          pence(of['refunded']),
          pence(of['balance']),
        ],
      ]);
      expect(new Map(ends as [string, Ends][])).toEqual(expected);
      expect(expected.size).toBe(EACH * Object.keys(lives).length);
    });

    it('has in the ledger what the orders say, order by order and in all', async () => {
      const orders = await everyPage('/v1/orders');
      const ledger = (await everyPage('/v1/transactions')).filter(({ status }) => status === 'succeeded');
      const moved = (rows: readonly Fields[]) => ({
        captured: sum(
          rows.filter(({ method }) => method === 'purchase' || method === 'capture').map((row) => pence(row['amount'])),
        ),
        refunded: sum(rows.filter(({ method }) => method === 'refund').map((row) => pence(row['amount']))),
      });
      const said = (rows: readonly Fields[]) => ({
        captured: sum(rows.map((row) => pence(row['captured']))),
        refunded: sum(rows.map((row) => pence(row['refunded']))),
      });
      expect(orders.map((of) => moved(ledger.filter((row) => row['order'] === of['id'])))).toEqual(
        orders.map((of) => said([of])),
      );
      expect(moved(ledger)).toEqual(said(orders));
      // The charges say of themselves what was taken and given back.
      expect(said(ledger.filter(({ method }) => method === 'purchase' || method === 'authorize'))).toEqual(
        said(orders),
      );
    });

    it('has in its statistics what the ledger and the orders say, before and after they are counted', async () => {
      const orders = await everyPage('/v1/orders');
      const ledger = (await everyPage('/v1/transactions')).filter(({ status }) => status === 'succeeded');
      const moved = (...methods: string[]): number =>
        sum(ledger.filter(({ method }) => methods.includes(String(method))).map((row) => pence(row['amount'])));
      const cancelled = orders.filter((of) => (of as unknown as OrderResult).status.data.key === 'cancelled');
      const placed = orders.filter((of) => !cancelled.includes(of));
      const [captured, refunded] = [moved('purchase', 'capture'), moved('refund')];
      const total = sum(placed.map((of) => pence(of['total'])));
      // Wide enough for a run that passes midnight.
      const days = orders.map((of) => Date.parse(`${String(of['created_at'])}Z`));
      const query = { from: dayAt(Math.min(...days) - DAY_MS), to: dayAt(Math.max(...days) + DAY_MS) };
      const shown = async () => {
        const [revenue, all] = await Promise.all(
          ['revenue', 'orders'].map(async (what) => {
            const { result } = (await shop.send('GET', `/v1/statistics/${what}`, { query })).body;
            return result;
          }),
        );
        return {
          ...{ captured: pence(revenue?.['captured']), refunded: pence(revenue?.['refunded']) },
          ...{ revenue: pence(revenue?.['revenue']), total: pence(all?.['total']) },
          ...{ count: all?.['count'], cancelled: all?.['cancelled'] },
        };
      };
      const expectedFigures = {
        ...{ captured, refunded, revenue: captured - refunded, total },
        ...{ count: placed.length, cancelled: cancelled.length },
      };
      expect(cancelled).toHaveLength(EACH);
      expect(await shown()).toEqual(expectedFigures);
      await new StatisticsBooks(store).settle(7);
      expect(await shown()).toEqual(expectedFigures);
    });

    const totals = async (path: string, query: Record<string, string> = {}): Promise<Fields> =>
      (await shop.send<Fields>('GET', path, { query })).body.result;

    it('knows the tax of what was paid or given back as a whole or by items', async () => {
      // All are placed alike, and the one that pays nothing is still as it was.
      const placed = (await everyPage('/v1/orders')).find(({ captured }) => captured === 0);
      const { tax } = (placed?.['totals'] as { raw: Fields }).raw;
      const ledger = (await everyPage('/v1/transactions')).filter(
        ({ status, method }) => status === 'succeeded' && (method === 'purchase' || method === 'capture'),
      );
      const isWhole = ({ amount }: Fields): boolean => amount === placed?.['total'];
      // Of eleven lives: one is captured in two parts; one pays nothing.
      expect(ledger.filter(isWhole)).toHaveLength(EACH * 9);
      expect(ledger.map((row) => row['tax'])).toEqual(ledger.map((row) => (isWhole(row) ? tax : null)));
    });

    it('has sums over the ledger that are those of its rows, of all and of one kind', async () => {
      const ledger = (await everyPage('/v1/transactions')).filter(({ status }) => status === 'succeeded');
      const charges = ledger.filter(({ method }) => method === 'purchase' || method === 'capture');
      const refunds = ledger.filter(({ method }) => method === 'refund');
      const of = (rows: readonly Fields[], field: string) => sum(rows.map((row) => pence(row[field] ?? 0))) / 100;
      const untaxed = (rows: readonly Fields[]) => rows.filter(({ tax }) => tax === null).length;
      const [captured, refunded] = [of(charges, 'amount'), of(refunds, 'amount')];
      const { count, totals: all } = await totals('/v1/transactions/totals');
      expect(count).toBe((await everyPage('/v1/transactions')).length);
      expect(all).toEqual([
        {
          ...{ currency_code: 'GBP', captured, refunded, kept: pence(captured - refunded) / 100 },
          ...{ captured_tax: of(charges, 'tax'), refunded_tax: of(refunds, 'tax') },
          untaxed: untaxed(charges) + untaxed(refunds),
        },
      ]);
      expect([of(refunds, 'tax') > 0, untaxed(charges) > 0, untaxed(refunds) > 0]).toEqual([true, true, true]);
      const none = { captured: 0, captured_tax: 0 };
      const back = { refunded, kept: -refunded, refunded_tax: of(refunds, 'tax'), untaxed: untaxed(refunds) };
      expect(await totals('/v1/transactions/totals', { method: 'refund', 'created_at[from]': '2020-01-01' })).toEqual({
        count: refunds.length,
        totals: [{ currency_code: 'GBP', ...none, ...back }],
      });
      const first = String(ledger[0]?.['order']);
      const [one] = (await totals('/v1/transactions/totals', { order: first }))['totals'] as Fields[];
      expect(one).toMatchObject({
        captured: of(
          charges.filter(({ order }) => order === first),
          'amount',
        ),
      });
      const nothing: Record<string, string>[] = [
        { status: 'declined' },
        { 'created_at[to]': '2020-01-01' },
        { id: 'x' },
      ];
      for (const query of nothing) {
        expect((await totals('/v1/transactions/totals', query))['totals']).toEqual([]);
      }
      const { status, body } = await shop.send('GET', '/v1/transactions/totals', { query: { colour: 'red' } });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['colour']]);
    });

    it('has sums over the orders that are those of their rows, of all and of some', async () => {
      const orders = await everyPage('/v1/orders');
      const sums = (rows: readonly Fields[]) => {
        const isCancelled = (of: Fields): boolean => (of as unknown as OrderResult).status.data.key === 'cancelled';
        const kept = rows.filter((of) => !isCancelled(of));
        const add = (some: readonly Fields[], value: (of: Fields) => unknown) =>
          sum(some.map((of) => pence(value(of)))) / 100;
        return {
          ...{ currency_code: 'GBP', orders: kept.length, cancelled: rows.length - kept.length },
          total: add(kept, ({ total }) => total),
          tax: add(kept, (of) => (of['totals'] as { raw: Fields }).raw['tax']),
          captured: add(rows, ({ captured }) => captured),
          refunded: add(rows, ({ refunded }) => refunded),
          due: add(rows, ({ balance }) => Math.max(0, Number(balance))),
          owed: add(rows, ({ balance }) => Math.max(0, -Number(balance))),
        };
      };
      expect(await totals('/v1/orders/totals')).toEqual({ count: orders.length, totals: [sums(orders)] });
      const unpaid = orders.filter((of) => (of as unknown as OrderResult).status.data.key === 'unpaid');
      expect(sums(unpaid)).toMatchObject({ orders: EACH, due: expect.any(Number) as number });
      expect(await totals('/v1/orders/totals', { status: 'unpaid', include: 'items' })).toEqual({
        count: EACH,
        totals: [sums(unpaid)],
      });
      expect(await totals('/v1/orders/totals', { customer: '1' })).toEqual({ count: 0, totals: [] });
    });

    it('has totals that add up', async () => {
      const orders = await everyPage('/v1/orders');
      const parts = orders.map((of) => {
        const { raw } = of['totals'] as { raw: Fields };
        return pence(of['subtotal']) + pence(of['shipping_price']) + pence(raw['tax']);
      });
      expect(parts).toEqual(orders.map((of) => pence(of['total'])));
    });
  });
});
