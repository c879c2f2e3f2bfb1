import { CONTENT_TYPES } from '../../src/modules/webhooks/domain/webhook-formats';
import { type DocumentedWorld, type Json } from '../support/documented-writes';
import { type TestStore } from '../support/store';

/** Operations whose answer is no record of what was sent, and where it is tested what becomes of it. */
export const NO_RECORD: Readonly<Record<string, string>> = {
  issueToken: 'a token: test/e2e/access',
  issueCustomerToken: 'a token: test/e2e/customer-sign-in',
  issuePasswordReset: 'nothing: test/e2e/password-resets',
  putEventConsumer: 'a position that there must be: test/e2e/event-feed',
  payOrder: 'a payment: test/e2e/payment-fields',
  previewRefund: 'amounts: test/e2e/refund-previews',
  previewPromotions: 'a report: test/e2e/preview-products',
  setCartDiscountCode: 'its only field must be a code that applies: test/e2e/carts',
  setCategoryOrder: 'positions: test/e2e/category-order',
  setFileOrder: 'positions: test/e2e/files',
  addCartItems: 'a cart with several lines: test/e2e/carts',
  editOrder: 'an order that is worked out anew: test/e2e/order-edits',
  addPromotionCodes: 'codes: test/e2e/codes',
  updateGatewaySettings: 'never its secrets: test/e2e/gateway-settings',
  createBacktest: 'a report: test/e2e/backtest-baselines',
  replayWebhook: 'a number: test/e2e/webhook-replay',
};

/** Properties that a record does not show as they were sent, by operation or, after `*`, wherever they are. */
export const NOT_SHOWN: Readonly<Record<string, string>> = {
  '*.password': 'a secret',
  '*.current_password': 'a secret',
  'updateMe.email': 'needs the password that the customer has: test/e2e/customer-sign-in',
  'createWebhook.secret': 'a secret',
  'updateWebhook.secret': 'a secret',
  'updateGateway.settings': 'secrets',
  '*.persist': 'another name of persistent: test/e2e/promotions',
  '*.default': 'takes a rate of 1: test/e2e/currencies',
  '*.expected_total': 'a condition: test/e2e/checkout',
  '*.code_optional': 'a condition: test/e2e/wrong-codes',
  'checkoutItems.cart': 'the cart, which the order does not name',
  'checkoutItems.code': 'must be a code that applies: test/e2e/wrong-codes',
  'checkoutItems.items': 'become items: test/e2e/one-request-purchase',
  '*.modifier': 'needs a product with choices: test/e2e/order-choices',
  '*.include_refunded': 'a condition: test/e2e/refunded-units',
  'addCartItem.sku': 'another name of id',
  'createPromotion.audience': 'must agree with the codes there are: src/modules/promotions',
  'updatePromotion.audience': 'must agree with the codes there are: src/modules/promotions',
};

/** Where an answer has the record, if it is not the answer itself. */
const lastLine = (cart: Json): Json => Object.values(cart['contents'] as Record<string, Json>).at(-1) ?? {};
export const RECORDS: Readonly<Record<string, (result: Json) => Json>> = {
  addCartItem: lastLine,
  updateCartItem: lastLine,
};

/** Properties that only one record may have with a value. */
export const UNIQUE = ['slug', 'sku', 'title', 'email', 'discount_code', 'name'];

/** Codes of currencies in hundredths that the store does not have, one for each that is made. */
export const CURRENCIES = (
  'AED ALL AMD AOA ARS AUD AZN BAM BBD BDT BMD BND BOB BRL BSD BWP BZD CAD CNY CRC CZK DKK DOP EGP ETB FJD GEL GHS GMD GTQ HKD HNL ' +
  'HTG IDR ILS INR JMD KES KGS KHR KZT LKR MAD MDL MKD MOP MUR MVR MWK MXN MYR NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR'
).split(' ');

type Ids = Readonly<Record<string, string>>;

/** Values of properties whose schema does not tell which there are. */
export const VALUES: Readonly<Record<string, (ids: Ids) => readonly unknown[]>> = {
  tax_band: (ids) => [ids['tax_band']],
  category: (ids) => [ids['category_id'], null],
  parent: () => [null],
  brand: (ids) => [ids['brand_id'], null],
  collection: (ids) => [ids['collection_id'], null],
  group: (ids) => [ids['group_id'], null],
  customer_group: (ids) => [ids['group_id'], null],
  customer: (ids) => [ids['customer_id'], null],
  'checkoutCart.customer': (ids) => [ids['customer_id']],
  'checkoutItems.customer': (ids) => [ids['customer_id']],
  currency: (ids) => [ids['currency']],
  currency_code: () => ['GBP'],
  shipping: (ids) => [ids['shipping_id'], null],
  'checkoutCart.shipping': (ids) => [ids['shipping_id']],
  'checkoutItems.shipping': (ids) => [ids['shipping_id']],
  gateway: () => ['manual', 'dummy'],
  product: (ids) => [ids['product_id'], null],
  'createCurrency.code': () => ['USD', 'CHF'],
  'updateCurrency.code': () => ['EUR'],
  'updateVariation.sku': () => ['changed-1', 'changed-2'],
  'updateCustomer.email': () => ['one@example.com', 'two@example.com'],
  'createCustomer.email': () => ['three@example.com', 'four@example.com'],
  'addCartItem.id': (ids) => [ids['product_id']],
  'updateCart.discount_code': () => ['SPRING10', null],
  'updateModifier.type': () => ['variant', 'single'],
  'createShipment.items': () => [[{ sku: 'TEA-250', quantity: 1 }]],
  'updateShipment.items': () => [[{ sku: 'TEA-250', quantity: 1 }]],
  to: () => ['2099-12-30', '2099-12-31'],
  shipping_methods: (ids) => [[ids['shipping_id']]],
  match_rules: () => [
    { type: 'group', match_on: 'any', children: [] },
    { type: 'group', match_on: 'all', children: [] },
  ],
  match_items: () => [
    { type: 'group', match_on: 'any', children: [] },
    { type: 'group', match_on: 'all', children: [] },
  ],
  bill_to: () => [address('Ada'), address('Grace')],
  ship_to: () => [address('Grace'), address('Ada')],
  order: (ids) => [[ids['order_id']], null],
  mod_price: () => ['+1.50', '-2.00'],
  price_max: () => [200, 201],
  weight_max: () => [200, 201],
  price: () => [20, 21],
  decimal_point: () => [';', '/'],
  country: () => ['FR', 'GB'],
  format: () => ['a{price}', '{price} b'],
  modifier: () => ['+2', '*3'],
  thousand_point: () => ['.', ' '],
  url: () => ['https://one.example/', 'https://two.example/'],
  tracking_url: () => ['https://one.example/', 'https://two.example/'],
  content_type: () => CONTENT_TYPES,
};

/** The example that has what the property needs, where it is not the first. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  checkoutItems: 'items',
  'addCartItem.weight': 'customItem',
  'addCartItem.tax_band': 'customItem',
};

/** Fields that a body must have beside the property, by operation alone or with the property. */
export const MORE: Readonly<Record<string, (ids: Ids) => Json>> = {
  // At most 20 exclude others.
  createPromotion: () => ({ excludes: [] }),
  'createPromotion.action': (ids) => ({ trigger_quantity: 1, shipping_methods: [ids['shipping_id']] }),
  'updatePromotion.action': (ids) => ({ trigger_quantity: 1, shipping_methods: [ids['shipping_id']] }),
};

const address = (first_name: string): Json => ({
  ...{
    first_name,
    last_name: 'Hopper',
    company: 'Navy',
    address_1: '12 High Street',
    address_2: 'Flat 2',
    city: 'Bath',
  },
  ...{ county: 'Somerset', postcode: 'BA1 1AA', country: 'GB', phone: '01225 000000', instructions: 'Ring twice' },
  email: `${first_name}@example.com`.toLowerCase(),
});

async function newOrder(store: TestStore, world: DocumentedWorld): Promise<void> {
  const amounts = { subtotal: 20, total: 24, currency: world.ids['currency'], currency_code: 'GBP', exchange_rate: 1 };
  const order = await store.request<{ result: { id: string } }>('POST', '/v1/orders', { json: amounts });
  world.ids['order_id'] = order.body.result.id;
  const item = { sku: 'TEA-250', title: 'Tea', quantity: 2, tax_rate: 20, tax_band: world.ids['tax_band'], price: 10 };
  await store.request('POST', world.path('/v1/orders/{order_id}/items'), { json: item });
}

async function newShipment(store: TestStore, world: DocumentedWorld): Promise<void> {
  await newOrder(store, world);
  const shipment = await store.request<{ result: { id: string } }>(
    'POST',
    world.path('/v1/orders/{order_id}/shipments'),
    { json: { items: [{ sku: 'TEA-250', quantity: 1 }] } },
  );
  world.ids['shipment_id'] = shipment.body.result.id;
}

let carts = 0;

/** A cart with an item that is no product. */
async function newCart(store: TestStore, world: DocumentedWorld): Promise<void> {
  carts += 1;
  world.ids['cart_id'] = `round-trip-of-cart-${carts}`;
  const cart = await store.request<{ result: Json }>('POST', world.path('/v1/carts/{cart_id}'), {
    json: { name: 'Gift wrapping', price: 2.5, quantity: 1 },
  });
  world.ids['identifier'] = Object.keys(cart.body.result['contents'] as Json)[0] ?? '';
}

/** With the password of the example, or the one that it changes it to: that ends what was signed in. */
async function signIn(store: TestStore, world: DocumentedWorld): Promise<void> {
  for (const password of ['correct horse battery', 'correct horse battery staple']) {
    const json = { email: 'ada@example.com', password };
    const { status, body } = await store.request<{ result: Json }>('POST', '/v1/customers/token', { json });
    if (status === 200) world.learn('issueCustomerToken', body.result);
  }
}

/** Requests that go before each request of an operation. */
export const BEFORE: Readonly<
  Record<string, ((store: TestStore, world: DocumentedWorld) => Promise<void>) | undefined>
> = {
  updateMe: signIn,
  createWebhook: newOrder,
  updateWebhook: newOrder,
  createShipment: newOrder,
  updateShipment: newShipment,
  addCartItem: newCart,
  updateCartItem: newCart,
  updateCart: newCart,
  checkoutCart: newCart,
  checkoutItems: newCart,
};
