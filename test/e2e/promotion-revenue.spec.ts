import { type Fields, type OrderResult, Shop } from '../builders/cart-shop.builder';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

const near = ({ total }: OrderResult, rate = 1): unknown => expect.closeTo(Number(total) / rate, 4);

describe.each(['0', '1'])(
  'what a promotion took off, with PRICES_INCLUDE_TAX=%s (promotions-at-scale.md 9)',
  (mode) => {
    onEachEngine('is added to the totals with its tax', (engine) => {
      let store: TestStore;
      let shop: Shop;
      let product: Fields & { id: string };
      let delivery: string;

      beforeAll(async () => {
        store = await startStore(engine.databaseUrl, { RATE_LIMIT_PER_MINUTE: '0', PRICES_INCLUDE_TAX: mode });
        shop = await Shop.open(store);
        const euro = { code: 'EUR', title: 'Euro', format: '€{price}', decimal_point: '.', thousand_point: ',' };
        await shop.made('/v1/currencies', { ...euro, exchange_rate: '1.25', enabled: 1 });
        const { id: band } = await shop.made('/v1/taxes', { title: 'VAT', rate: '17.5' });
        product = await shop.product({ price: '9.99', tax_band: band, requires_shipping: 1 });
        ({ id: delivery } = await shop.shipping({ price: '4.95', tax_band: band }));
      });
      afterAll(() => store.close());

      async function place(code: string | null, currency: string): Promise<OrderResult> {
        const cart = await shop.cart(product.id, 3);
        if (code !== null) await shop.send('POST', `/v1/carts/${cart}/discount`, { form: { code } });
        const { status, body } = await shop.checkout(cart, { shipping: delivery }, { 'x-currency': currency });
        expect([status, body.errors]).toEqual([201, undefined]);
        return body.result;
      }

      async function edited({ id }: OrderResult): Promise<OrderResult> {
        const json = { items: [{ sku: product['sku'], quantity: 7 }] };
        const { status, body } = await shop.send('POST', `/v1/orders/${id}/edits`, { json });
        expect([status, body.errors]).toEqual([200, undefined]);
        return (await shop.send<OrderResult>('GET', `/v1/orders/${id}`)).body.result;
      }

      const revenueOf = async (promotion: string): Promise<unknown> => {
        const { body } = await shop.send<Fields>('GET', `/v1/promotions/cart/${promotion}/results`);
        return body.result['revenue'];
      };

      it.each(['GBP', 'EUR'])('as the order would have cost without it, in %s', async (currency) => {
        const code = `off-${currency}`;
        const fields = { amount: '12.5', discount_code: code, apply_to_shipping: 1 };
        const { id: promotion } = await shop.promotion(fields);
        const rate = currency === 'EUR' ? 1.25 : 1;
        const [full, order] = [await place(null, currency), await place(code, currency)];
        expect(Number(order['total'])).toBeLessThan(Number(full['total']));
        expect(await revenueOf(promotion)).toEqual({ before: near(full, rate), after: near(order, rate) });
        const [more, moreOff] = [await edited(full), await edited(order)];
        expect(Number(more['total'])).toBeGreaterThan(Number(full['total']));
        expect(await revenueOf(promotion)).toEqual({ before: near(more, rate), after: near(moreOff, rate) });
      });

      it('of two, each adds its own', async () => {
        await shop.promotion({ amount: '10', discount_code: 'two' });
        const alone = await place('two', 'GBP');
        const other = { action: 'discount_subtotal_fixed', amount: '3.33', priority: 9 };
        const { id: second } = await shop.promotion(other);
        const both = await place('two', 'GBP');
        await shop.send('DELETE', `/v1/orders/${alone.id}`);
        expect(await revenueOf(second)).toEqual({
          before: near(alone),
          after: near(both),
        });
      });
    });
  },
);
