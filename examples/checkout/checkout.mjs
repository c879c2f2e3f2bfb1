// @ts-check
// Buys three of the first product: `STORE=http://127.0.0.1:3000 CLIENT_ID=… CLIENT_SECRET=… node checkout.mjs [code]`.
import { randomUUID } from 'node:crypto';
import { createClient, isStoreFailure } from '@storekeeper/client';

const { STORE = 'http://127.0.0.1:3000', CLIENT_ID = '', CLIENT_SECRET = '' } = process.env;
const store = createClient({ url: STORE, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });
const code = process.argv[2];

try {
  const { data: products } = await store.GET('/v1/products', { params: { query: { limit: 1 } } });
  const product = products.result[0];
  if (product === undefined) throw new Error('The store has no product yet');

  const path = { cart_id: randomUUID() };
  await store.POST('/v1/carts/{cart_id}', { params: { path }, body: { id: product.id, quantity: 3 } });
  if (code !== undefined) await store.POST('/v1/carts/{cart_id}/discount', { params: { path }, body: { code } });

  const { data: cart } = await store.GET('/v1/carts/{cart_id}', { params: { path } });
  for (const { title, discount } of cart.result.promotions.applied) console.log(`${title}: -${discount}`);

  const { data: order } = await store.POST('/v1/carts/{cart_id}/checkout', {
    params: { path },
    body: {
      gateway: 'dummy',
      // The store refuses with carts.total_changed if a price changed since the buyer saw the cart.
      expected_total: cart.result.totals.post_discount.raw.with_tax,
      customer: { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' },
      bill_to: {
        first_name: 'Ada',
        last_name: 'Byron',
        address_1: '12 St James’s Square',
        city: 'London',
        county: 'London',
        postcode: 'SW1Y 4JH',
        country: 'GB',
      },
      ship_to: 'bill_to',
    },
  });
  const { data: payment } = await store.POST('/v1/checkout/payment/{method}/{order_id}', {
    params: { path: { method: 'purchase', order_id: order.result.id } },
    body: { data: { number: '4242424242424242', expiry_month: 12, expiry_year: 2030 } },
  });
  console.log(`Order ${order.result.id}: ${payment.result.order.status.data.key}`);
} catch (error) {
  if (!isStoreFailure(error)) throw error;
  // Errors are a union by code: tell the buyer what can be done.
  if (error.code === 'carts.discount_code_refused') console.error(`The code ${code} cannot be used: ${error.message}`);
  else if (error.code === 'payments.declined') console.error('The card was declined. Try another one.');
  else console.error(`${error.code}: ${error.message} (request ${error.requestId})`);
  process.exitCode = 1;
}
