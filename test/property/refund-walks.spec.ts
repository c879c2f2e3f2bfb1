import { type Fields, GOOD_CARD, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { drawing } from '../support/drawing';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

/** Walks in each tax mode. REFUND_WALKS=20000 makes a long run of them. */
const WALKS = Number(process.env['REFUND_WALKS'] ?? '3');
/** A walk takes some 0.2 s. */
const TIMEOUT_MS = 300_000 + WALKS * 2_000;
const MODES = ['0', '1'] as const;
const CURRENCIES = ['GBP', 'JPY', 'KWD'] as const;

describe.each(MODES)('refunds on random walks (orders-and-payments.md 16) with PRICES_INCLUDE_TAX=%s', (mode) => {
  onEachEngine('hold', (engine) => {
    let store: TestStore;
    let shop: Shop;
    const ids = { goods: [] as { id: string; sku: string }[], shipping: [] as string[], currencies: [] as string[] };

    beforeAll(async () => {
      store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0', PRICES_INCLUDE_TAX: mode });
      shop = await Shop.open(store);
      const band = (await shop.made('/v1/taxes', { title: 'VAT', rate: '17.5' })).id;
      for (const price of ['9.99', '0', '3.35']) {
        const { id, sku } = await shop.product({ price, tax_band: band, stock_status: 1, stock_level: 1_000_000 });
        ids.goods.push({ id, sku: String(sku) });
      }
      for (const price of ['0', '4.99']) ids.shipping.push((await shop.shipping({ price, tax_band: band })).id);
      for (const code of CURRENCIES.slice(1)) {
        const form = { code, title: code, format: '{price}', decimal_point: '.', thousand_point: ',', enabled: 1 };
        ids.currencies.push((await shop.made('/v1/currencies', { ...form, exchange_rate: '1.37' })).id);
      }
    });
    afterAll(() => store.close());

    /** A paid order of random goods, of which one costs nothing. */
    const paid = async (draw: (below: number) => number): Promise<string> => {
      const items = ids.goods.map(({ id }) => ({ id, quantity: 1 + draw(4) }));
      const currency = ['', ...ids.currencies][draw(3)];
      const order = { gateway: 'dummy', shipping: ids.shipping[draw(2)], ...(currency !== '' && { currency }) };
      const { status, body } = await shop.send<OrderResult>('POST', '/v1/carts/checkout', {
        json: { items, ...order },
      });
      expect([status, body.errors]).toEqual([201, undefined]);
      expect((await shop.pay('purchase', body.result.id, GOOD_CARD)).status).toBe(200);
      return body.result.id;
    };
    /** A refund as a client may ask for it, also one that is refused. */
    const drawn = (draw: (below: number) => number): Fields => {
      const flag = (name: string): Fields => (draw(2) === 0 ? {} : { [name]: draw(2) });
      const items = ids.goods.filter(() => draw(2) === 0).map(({ sku }) => ({ sku, quantity: 1 + draw(3) }));
      const kinds: readonly Fields[] = [
        { items: items.length > 0 ? items : [{ sku: ids.goods[1]?.sku, quantity: 1 }] },
        { amount: draw(2000) / 100 },
        { amount: draw(5) },
        draw(6) === 0 ? {} : { items: [{ sku: ids.goods[draw(3)]?.sku, quantity: 1 }] },
      ];
      const reason = draw(8) === 0 ? { reason: 'x'.repeat(250 + draw(12)) } : {};
      return { ...kinds[draw(kinds.length)], ...flag('shipping'), ...flag('restock'), ...reason };
    };

    it(
      'are what their preview says, refused alike, and add up with the ledger',
      async () => {
        for (let walk = 1; walk <= WALKS; walk += 1) {
          const draw = drawing(walk);
          const id = await paid(draw);
          let refunded = 0;
          for (let step = 0; step < 6; step += 1) {
            const json = drawn(draw);
            const preview = await shop.send<Fields>('POST', `/v1/orders/${id}/refunds/preview`, { json });
            const refund = await shop.send<Fields>('POST', `/v1/checkout/payment/refund/${id}`, { json });
            const told = { walk, json, status: refund.status, errors: refund.body.errors };
            expect({ walk, json, status: preview.status, errors: preview.body.errors }).toEqual(told);
            if (refund.status === 200) refunded += Number(preview.body.result['amount']);
          }
          const order = (await shop.send<Fields>('GET', `/v1/orders/${id}`)).body.result;
          const { totals } = (await shop.send<{ totals: Fields[] }>('GET', `/v1/transactions/totals?order_id=${id}`))
            .body.result;
          expect(Number(order['refunded'])).toBeCloseTo(refunded, 4);
          expect([totals[0]?.['captured'], totals[0]?.['refunded']]).toEqual([order['captured'], order['refunded']]);
        }
      },
      TIMEOUT_MS,
    );
  });
});
