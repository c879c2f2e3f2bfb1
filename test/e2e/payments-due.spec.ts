import { type Finding, PAYMENT_GATEWAYS, type PaymentGateway } from '../../src/modules/payments/payment-gateway.port';
import { PaymentRecoveryService } from '../../src/modules/payments/payment-recovery.service';
import { BAD_CARD, type Fields, GOOD_CARD, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

const MODES = ['0', '1'] as const;

interface Statuses {
  readonly payment_due: number;
  readonly to_ship: number;
  readonly to_ship_statuses: Readonly<Record<'paid' | 'processing' | 'partial_refund', number>>;
}
interface Page {
  readonly result: readonly { readonly id: string; readonly balance: number }[];
  readonly pagination: { readonly total: number };
}

/* Orders of which a part of the price is due while money is held (orders-and-payments.md 33), in both tax modes. */
describe.each(MODES)('orders of which a payment is due, with PRICES_INCLUDE_TAX=%s', (mode) => {
  onEachEngine('are', (engine) => {
    let store: TestStore;
    let shop: Shop;
    let band: string;

    beforeAll(async () => {
      const settings = { RATE_LIMIT_PER_MINUTE: '0', PRICES_INCLUDE_TAX: mode, ORDER_SHIP_DUE: mode };
      store = await startStore(engine.databaseUrl, settings);
      shop = await Shop.open(store);
      band = (await shop.made('/v1/taxes', { title: 'VAT', rate: '20' })).id;
    });
    afterEach(() => jest.restoreAllMocks());
    afterAll(() => store.close());

    /** The ids that a filter finds, by list, by totals and, where they have them, by statistics. */
    async function found(filter: Record<string, string>, own: readonly string[]): Promise<unknown> {
      const query = { ...filter, sort: 'id', order: 'asc', limit: '100' };
      const { result, pagination } = (await store.request<Page>('GET', '/v1/orders', { query })).body;
      const totals = await store.request<{ result: { count: number } }>('GET', '/v1/orders/totals', { query: filter });
      expect([result.length, totals.body.result.count]).toEqual([pagination.total, pagination.total]);
      return result.map(({ id }) => id).filter((id) => own.includes(id));
    }
    const order = async (quantity: number): Promise<{ id: string; sku: string }> => {
      const tea = await shop.product({ price: '10', tax_band: band });
      const { id } = await shop.order(tea.id, {}, quantity);
      return { id, sku: String(tea['sku']) };
    };
    const edit = async ({ id, sku }: { id: string; sku: string }, quantity: number): Promise<void> => {
      const items = [{ sku, quantity }];
      expect((await shop.send('POST', `/v1/orders/${id}/edits`, { json: { items } })).status).toBe(200);
    };
    const pay = async (method: string, id: string, form: Fields = {}): Promise<void> =>
      expect((await shop.pay(method, id, form)).status).toBe(200);
    const dummy = (): PaymentGateway =>
      store.app.get<PaymentGateway[]>(PAYMENT_GATEWAYS).find(({ slug }) => slug === 'dummy') as PaymentGateway;
    /** The provider of a payment says what became of it. */
    const recover = async (id: string, finding: Finding): Promise<void> => {
      jest.spyOn(dummy(), 'find').mockResolvedValueOnce(finding);
      await store.app.get(PaymentRecoveryService).recover(id, 'dummy');
    };
    const counts = async () => {
      const {
        payment_due: due,
        to_ship: toShip,
        to_ship_statuses: statuses,
      } = (await store.request<{ result: Statuses }>('GET', '/v1/statistics/statuses')).body.result;
      return { due, toShip, statuses };
    };

    it.each<[string, (id: string) => Promise<void>]>([
      ['voided', (id) => pay('void', id)],
      [
        'captured in another currency, of which nothing is booked',
        async (id) => {
          const moved = { amount: 100_000n, currency: 'EUR', isHeld: false };
          jest.spyOn(dummy(), 'capture').mockResolvedValueOnce({ status: 'accepted', reference: 'c', moved });
          await pay('capture', id);
        },
      ],
      [
        'ended by its provider',
        async (id) => {
          const { body } = await shop.send<{ id: string }[]>('GET', `/v1/orders/${id}/payments`);
          await recover(body.result[0]?.id ?? '', { status: 'declined', reference: 'd', message: 'No' });
        },
      ],
    ])('found while a second authorization holds money, after the first was %s', async (_, end) => {
      const { id } = await order(1);
      expect((await shop.pay('authorize', id, BAD_CARD)).status).toBe(422);
      await pay('authorize', id, GOOD_CARD);
      const { body } = await shop.send<{ id: string }[]>('GET', `/v1/orders/${id}/payments`);
      await recover(body.result[1]?.id ?? '', { status: 'accepted', reference: 'late' });
      await end(id);
      expect(await found({ payment_due: '1' }, [id])).toEqual([id]);
      await pay('void', id);
      expect(await found({ payment_due: '1' }, [id])).toEqual([]);
    });

    it('found once a paid order is edited up, and until the rest is paid', async () => {
      const [one, other, unpaid] = [await order(1), await order(1), await order(1)];
      const own = [one.id, other.id, unpaid.id];
      await edit(unpaid, 2);
      for (const { id } of [one, other]) await pay('purchase', id, GOOD_CARD);
      const before = await counts();
      await edit(one, 3);
      // To ship, all the same, where ORDER_SHIP_DUE says so.
      const ships = mode === '1' ? [one.id, other.id] : [other.id];
      expect([await found({ payment_due: '1' }, own), await found({ payment_due: '0' }, own)]).toEqual([
        [one.id],
        [other.id, unpaid.id],
      ]);
      expect(await found({ to_ship: '1' }, own)).toEqual(ships);
      const fewer = mode === '1' ? 0 : 1;
      expect(before.statuses).toMatchObject({ paid: before.toShip - before.statuses.partial_refund, processing: 0 });
      expect(await counts()).toEqual({
        due: before.due + 1,
        toShip: before.toShip - fewer,
        statuses: { ...before.statuses, paid: before.statuses.paid - fewer },
      });
      await pay('purchase', one.id, GOOD_CARD);
      expect([await found({ payment_due: '1' }, own), await found({ to_ship: '1' }, own)]).toEqual([
        [],
        [one.id, other.id],
      ]);
      expect(await counts()).toEqual(before);
    });

    it('found while a payment is authorized, and no more once it is captured, voided or its order comes to nothing', async () => {
      const [captured, voided, cancelled, partly] = [await order(1), await order(1), await order(2), await order(2)];
      const own = [captured, voided, cancelled, partly].map(({ id }) => id);
      for (const id of own) await pay('authorize', id, GOOD_CARD);
      expect(await found({ payment_due: '1' }, own)).toEqual(own);
      await pay('capture', captured.id);
      await pay('void', voided.id);
      expect((await shop.send('PUT', `/v1/orders/${cancelled.id}`, { form: { status: 'cancelled' } })).status).toBe(
        200,
      );
      await pay('capture', partly.id, { amount: '4' });
      // A part was captured: the rest is due.
      expect(await found({ payment_due: '1' }, own)).toEqual([partly.id]);
      await pay('purchase', partly.id, GOOD_CARD);
      expect(await found({ payment_due: '1' }, own)).toEqual([]);
    });

    it('not those whose money was given back, and those who owe a part after a refund and an edit', async () => {
      const [refunded, edited] = [await order(2), await order(2)];
      const own = [refunded.id, edited.id];
      for (const id of own) await pay('purchase', id, GOOD_CARD);
      await pay('refund', refunded.id, { amount: '5' });
      await edit(edited, 1);
      await pay('refund', edited.id, { amount: '5' });
      expect(await found({ payment_due: '1' }, own)).toEqual([]);
      await edit(edited, 3);
      expect(await found({ payment_due: '1' }, own)).toEqual([edited.id]);
      await pay('refund', edited.id);
      expect(await found({ payment_due: '1' }, own)).toEqual([]);
    });

    it('asked for by 0 or 1', async () => {
      for (const text of ['2', 'yes', '']) {
        const query = { payment_due: text };
        const { status, body } = await store.request<{ errors: object }>('GET', '/v1/orders', { query });
        expect([status, body.errors]).toEqual([422, { payment_due: ['payment_due must be one of 0, 1'] }]);
      }
    });
  });
});
