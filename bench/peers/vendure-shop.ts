import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { freePort } from '../../test/support/private-servers';
import { PRODUCTION, startProcess } from '../support/bench.process';
import { type Received, Senders } from '../support/senders';
import { insertCopies, type Row } from '../support/whole-orders';
import { demand, newEmail, type Peer, PURCHASE, type Step } from './peer';
import { VENDURE_PROGRAM } from './vendure-install';

const SECRET = 'a-password-of-benchmarks';
/** Ids of a copy are so much above those of the copy before; a fresh database has lower ones. */
const IDS_APART = 1000;
const { person, address } = PURCHASE;

type Variables = Readonly<Record<string, unknown>>;
interface Order {
  readonly __typename: string;
  readonly id: string;
  readonly state: string;
  readonly totalWithTax: number;
  readonly lines: readonly unknown[];
  readonly payments: readonly unknown[];
}
interface Answer<D> {
  readonly data: D;
  readonly token: string;
}

/** A document for one of the two APIs. Errors come with status 200. @throws Error when there is one */
async function ask<D>(
  senders: Senders,
  api: 'admin' | 'shop',
  query: string,
  using: { token?: string; variables?: Variables } = {},
): Promise<Answer<D>> {
  const authorization: Record<string, string> =
    using.token === undefined ? {} : { authorization: `Bearer ${using.token}` };
  const headers = { 'content-type': 'application/json', ...authorization };
  const body = JSON.stringify({ query, variables: using.variables });
  const received: Received = await senders.send('POST', `/${api}-api`, headers, body);
  const { data, errors } = JSON.parse(received.text) as { data: D; errors?: unknown };
  demand(errors === undefined && data !== null, 'a response without errors', errors);
  // A mutation that is rejected says so in the type of its result.
  for (const part of Object.values(data as object) as ({ __typename?: string; errorCode?: string } | null)[])
    demand(part?.errorCode === undefined, 'a result', part);
  return { data, token: String(received.headers['vendure-auth-token'] ?? using.token ?? '') };
}

const FAILURE = '__typename ... on ErrorResult { errorCode message }';
/** The order as a page of the shop shows it, after each change of it. */
const ACTIVE_ORDER = `${FAILURE} ... on Order { id code state couponCodes subTotalWithTax shippingWithTax totalWithTax totalQuantity
  lines { id quantity linePriceWithTax productVariant { id name sku } } }`;
const PLACED = `${FAILURE} ... on Order { id code state totalWithTax }`;
const CUSTOMER = 'setCustomerForOrder(input: $customer)';
const ADDRESS = 'setOrderShippingAddress(input: $address)';
const PAYMENT = 'addPaymentToOrder(input: { method: "dummy", metadata: {} })';
const TRANSITION = 'transitionOrderToState(state: "ArrangingPayment")';
const CODE = `applyCouponCode(couponCode: "${PURCHASE.code}")`;
const METHOD = 'setOrderShippingMethod(shippingMethodId: ["1"])';

const inputs = (): Variables => ({
  customer: { firstName: person.first, lastName: person.last, emailAddress: newEmail() },
  address: {
    fullName: `${person.first} ${person.last}`,
    streetLine1: address.line,
    city: address.city,
    postalCode: address.postcode,
    countryCode: address.country,
  },
});

function demandPaid(order: Order): void {
  const isPaid = order.state === 'PaymentSettled' && order.totalWithTax === PURCHASE.total;
  demand(isPaid, `a paid order of ${PURCHASE.total}`, order);
}

/**
 * One request adds the products, which begins the session, and one document does all the rest: a session that begins in a document
 * does not hold for its next mutation.
 */
const purchase: Step = {
  requests: 2,
  run: async (senders) => {
    const added = `mutation ($items: [AddItemInput!]!) { addItemsToOrder(inputs: $items) { order { id } errorResults { ${FAILURE} } } }`;
    const items = ['1', '2'].map((productVariantId) => ({ productVariantId, quantity: PURCHASE.quantity }));
    const { token } = await ask(senders, 'shop', added, { variables: { items } });
    const rest = `mutation ($customer: CreateCustomerInput!, $address: CreateAddressInput!) {
      code: ${CODE} { ${FAILURE} } customer: ${CUSTOMER} { ${FAILURE} } address: ${ADDRESS} { ${FAILURE} }
      method: ${METHOD} { ${FAILURE} } state: ${TRANSITION} { ${FAILURE} } paid: ${PAYMENT} { ${PLACED} } }`;
    const { data } = await ask<{ paid: Order }>(senders, 'shop', rest, { token, variables: inputs() });
    demandPaid(data.paid);
  },
};

/** The requests of its guides to the active order and to the checkout flow, each with the order in its response. */
const steps: Step = {
  requests: 10,
  run: async (senders) => {
    const add = (variant: string): string =>
      `mutation { addItemToOrder(productVariantId: "${variant}", quantity: ${PURCHASE.quantity}) { ${ACTIVE_ORDER} } }`;
    const { token } = await ask(senders, 'shop', add('1'));
    const { customer, address: to } = inputs();
    const then = <D>(query: string, variables: Variables = {}) => ask<D>(senders, 'shop', query, { token, variables });
    await then(add('2'));
    await then(`mutation { ${CODE} { ${ACTIVE_ORDER} } }`);
    await then(`mutation ($customer: CreateCustomerInput!) { ${CUSTOMER} { ${ACTIVE_ORDER} } }`, { customer });
    await then(`mutation ($address: CreateAddressInput!) { ${ADDRESS} { ${ACTIVE_ORDER} } }`, { address: to });
    await then('{ eligibleShippingMethods { id code name description priceWithTax } }');
    await then(`mutation { ${METHOD} { ${ACTIVE_ORDER} } }`);
    await then('{ eligiblePaymentMethods { id code name isEligible } }');
    await then(`mutation { ${TRANSITION} { ${ACTIVE_ORDER} } }`);
    demandPaid((await then<{ paid: Order }>(`mutation { paid: ${PAYMENT} { ${PLACED} } }`)).data.paid);
  },
};

const ADDRESS_FIELDS = 'fullName company streetLine1 streetLine2 city province postalCode country phoneNumber';
const OWN_FIELDS = `id createdAt updatedAt code state orderPlacedAt currencyCode couponCodes subTotal subTotalWithTax shipping
  shippingWithTax total totalWithTax totalQuantity customer { id firstName lastName emailAddress }
  shippingAddress { ${ADDRESS_FIELDS} } billingAddress { ${ADDRESS_FIELDS} } shippingLines { priceWithTax shippingMethod { id code name } }`;
const WHOLE = `${OWN_FIELDS} lines { id quantity unitPriceWithTax linePriceWithTax discountedLinePriceWithTax taxRate
  productVariant { id sku name } discounts { description amountWithTax } }
  discounts { description amountWithTax } payments { id state amount method transactionId createdAt }`;

function get(token: string, orders: readonly string[]): Step {
  let turn = 0;
  return {
    requests: 1,
    run: async (senders) => {
      const id = orders[(turn += 1) % orders.length] ?? '';
      const query = `query ($id: ID!) { order(id: $id) { ${WHOLE} } }`;
      const { data } = await ask<{ order: Order }>(senders, 'admin', query, { token, variables: { id } });
      const isWhole = data.order.id === id && data.order.lines.length === 2 && data.order.payments.length === 1;
      demand(isWhole, `the whole order ${id}`, data);
    },
  };
}

const list = (token: string, least: number): Step => ({
  requests: 1,
  run: async (senders) => {
    const query = `{ orders(options: { take: 20, sort: { orderPlacedAt: DESC } }) { totalItems items { ${OWN_FIELDS} } } }`;
    const { data } = await ask<{ orders: { totalItems: number; items: Order[] } }>(senders, 'admin', query, { token });
    const { items, totalItems } = data.orders;
    demand(items.length === 20 && totalItems >= least, `20 of at least ${least} orders`, totalItems);
  },
});

/** Products as its importer reads them. */
function writeProducts(file: string): void {
  const columns =
    'name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets';
  const rows = Array.from({ length: PURCHASE.products }, (_, i) =>
    [
      `P-${i}`,
      `p-${i}`,
      '',
      '',
      '',
      '',
      '',
      `P-${i}`,
      PURCHASE.price(i) / 100,
      'standard',
      PURCHASE.stock,
      true,
      '',
      '',
    ].join(','),
  );
  writeFileSync(file, `${[columns, ...rows].join('\n')}\n`);
}

/** Tables with rows of an order, and how these are found. */
const PARTS = {
  order: 'id = ?',
  shipping_line: 'orderId = ?',
  order_line: 'orderId = ?',
  payment: 'orderId = ?',
  history_entry: 'orderId = ?',
  stock_movement: 'orderLineId IN (SELECT id FROM order_line WHERE orderId = ?)',
  order_channels_channel: 'orderId = ?',
  order_promotions_promotion: 'orderId = ?',
};
const MOVED = new Set(['id', 'orderId', 'orderLineId', 'shippingLineId']);

/** Copies an order, each copy a second older than the one before. @returns ids of the copies */
async function copyOrder(databaseUrl: string, order: string, count: number): Promise<string[]> {
  const connection = await createConnection({ uri: databaseUrl.replace(/^mariadb:/, 'mysql:'), dateStrings: false });
  try {
    for (const [table, where] of Object.entries(PARTS)) {
      const name = `\`${table}\``;
      const [rows] = await connection.query(`SELECT * FROM ${name} WHERE ${where}`, [order]);
      const query = (sql: string, values: unknown[]): Promise<unknown> => connection.query(sql, values);
      await insertCopies({ query, table: name }, rows as Row[], count, (column, value, copy) => {
        if (MOVED.has(column) && value !== null) return Number(value) + copy * IDS_APART;
        if (column === 'code') return `COPY${copy}`;
        return value instanceof Date ? new Date(value.getTime() - copy * 1000) : value;
      });
      await connection.query(`ANALYZE TABLE ${name}`);
    }
  } finally {
    await connection.end();
  }
  return Array.from({ length: count }, (_, i) => String(Number(order) + (i + 1) * IDS_APART));
}

/** A Vendure on MariaDB and Redis with `count` paid orders, copies of one that was bought. */
export async function vendureShop(
  folder: string,
  databaseUrl: string,
  redisUrl: string,
  count: number,
  poolSize: number,
): Promise<Peer> {
  const port = await freePort();
  const env = {
    ...PRODUCTION,
    PEER_DATABASE_URL: databaseUrl,
    PEER_REDIS_URL: redisUrl,
    PEER_PORT: String(port),
    PEER_POOL_SIZE: String(poolSize),
    PEER_SECRET: SECRET,
  };
  const products = join(folder, 'products.csv');
  writeProducts(products);
  await promisify(execFile)(process.execPath, [VENDURE_PROGRAM, 'populate', products], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  const server = await startProcess([VENDURE_PROGRAM, 'server'], env, /^port (\d+)/, folder);
  const worker = await startProcess([VENDURE_PROGRAM, 'worker'], env, /^port (\d+)/, folder);
  const senders = new Senders(server.url, 1, '');
  try {
    const login = `mutation { login(username: "bench", password: "${SECRET}", rememberMe: true) { __typename } }`;
    const { token } = await ask(senders, 'admin', login);
    const promotion = `mutation { createPromotion(input: { enabled: true, translations: [{ languageCode: en, name: "Tea", description: "" }],
      couponCode: "${PURCHASE.code}", conditions: [], actions: [{ code: "order_percentage_discount", arguments: [{ name: "discount", value: "10" }] }] }) { __typename } }`;
    await ask(senders, 'admin', promotion, { token });
    await purchase.run(senders);
    const newest = '{ orders(options: { take: 1, sort: { id: DESC } }) { items { id } } }';
    const { data } = await ask<{ orders: { items: { id: string }[] } }>(senders, 'admin', newest, { token });
    const orders = await copyOrder(databaseUrl, data.orders.items[0]?.id ?? '', count);
    return {
      server,
      worker,
      steps: { get: get(token, orders.slice(0, 200)), list: list(token, count), purchase, steps },
    };
  } finally {
    await senders.close();
  }
}
