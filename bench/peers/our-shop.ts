import { Shop } from '../../test/builders/cart-shop.builder';
import { startStore } from '../../test/support/store';
import { startApi, startWorker } from '../support/bench.process';
import { copyWholeOrder } from '../support/our-orders';
import { type Senders } from '../support/senders';
import { demand, newEmail, type Peer, PURCHASE, type Step } from './peer';

const CARD = { 'data[number]': '4242424242424242', 'data[expiry_month]': '12', 'data[expiry_year]': '2030' };
const { person, address, quantity } = PURCHASE;

interface Answer<R> {
  readonly result: R;
  readonly pagination: { readonly total: number };
}
interface Order {
  readonly id: string;
  readonly total: number;
  readonly status: { readonly data: { readonly key: string } };
  readonly items?: readonly unknown[];
  readonly payments?: readonly unknown[];
}
type Paid = Answer<{ readonly order: Order }>;

const parsed = <R>(text: string): Answer<R> => JSON.parse(text) as Answer<R>;

/** The forms of a purchase. */
class Forms {
  constructor(
    private readonly products: readonly string[],
    private readonly shipping: string,
  ) {}

  get adds(): Readonly<Record<string, string>>[] {
    return this.products.map((id) => ({ id, quantity: String(quantity) }));
  }

  /** All products at once, and the code. */
  get contents(): Record<string, string> {
    const items = this.adds.flatMap((add, at) =>
      Object.entries(add).map(([name, value]) => [`items[${at}][${name}]`, value]),
    );
    return { ...(Object.fromEntries(items) as Record<string, string>), code: PURCHASE.code };
  }

  checkout(): Record<string, string> {
    return {
      gateway: 'dummy',
      shipping: this.shipping,
      'customer[first_name]': person.first,
      'customer[last_name]': person.last,
      'customer[email]': newEmail(),
      'ship_to[first_name]': person.first,
      'ship_to[last_name]': person.last,
      'ship_to[address_1]': address.line,
      'ship_to[city]': address.city,
      'ship_to[postcode]': address.postcode,
      'ship_to[country]': address.country,
    };
  }
}

async function pay(senders: Senders, order: string): Promise<void> {
  const { result } = JSON.parse(await senders.submit(`/v1/checkout/payment/purchase/${order}`, CARD)) as Paid;
  const isPaid = result.order.status.data.key === 'paid' && Math.round(result.order.total * 100) === PURCHASE.total;
  demand(isPaid, `a paid order of ${PURCHASE.total}`, result.order);
}

/** The checkout with its items, its code and its customer, then the payment. */
const purchase = (forms: Forms): Step => ({
  requests: 2,
  run: async (senders) => {
    const order = parsed<Order>(await senders.submit('/v1/carts/checkout', { ...forms.contents, ...forms.checkout() }));
    await pay(senders, order.result.id);
  },
});

let carts = 0;

/** Two adds, the code, the cart, its options, the checkout, the payment: docs/checkout.md. */
const steps = (forms: Forms): Step => ({
  requests: 7,
  run: async (senders) => {
    const cart = `/v1/carts/steps-${(carts += 1)}`;
    for (const add of forms.adds) await senders.post(cart, add);
    await senders.post(`${cart}/discount`, { code: PURCHASE.code });
    await senders.get(cart);
    await senders.get(`${cart}/checkout`);
    await pay(senders, parsed<Order>(await senders.submit(`${cart}/checkout`, forms.checkout())).result.id);
  },
});

function get(orders: readonly string[]): Step {
  let turn = 0;
  return {
    requests: 1,
    run: async (senders) => {
      const id = orders[(turn += 1) % orders.length] ?? '';
      const { result } = parsed<Order>(await senders.read(`/v1/orders/${id}?include=items,discounts,payments`));
      const isWhole = result.id === id && result.items?.length === 2 && result.payments?.length === 1;
      demand(isWhole, `the whole order ${id}`, result);
    },
  };
}

const list = (least: number): Step => ({
  requests: 1,
  run: async (senders) => {
    const { result, pagination } = parsed<readonly Order[]>(await senders.read('/v1/orders?limit=20'));
    demand(result.length === 20 && pagination.total >= least, `20 of at least ${least} orders`, pagination);
  },
});

/** A store on MariaDB and Redis with `count` paid orders, copies of one that was bought. */
export async function ourShop(databaseUrl: string, redisUrl: string, count: number, poolSize: number): Promise<Peer> {
  const store = await startStore(databaseUrl);
  const shop = await Shop.open(store);
  const tax_band = (await shop.made('/v1/taxes', { title: 'Standard', rate: '20' })).id;
  const products: string[] = [];
  for (let i = 0; i < PURCHASE.products; i += 1) {
    const price = String(PURCHASE.price(i) / 100);
    const stocked = { stock_status: '1', stock_level: String(PURCHASE.stock) };
    products.push((await shop.product({ tax_band, price, requires_shipping: '1', ...stocked })).id);
  }
  await shop.promotion({ discount_code: PURCHASE.code });
  const shipping = await shop.shipping({ price: String(PURCHASE.shipping / 100) });
  const forms = new Forms(products.slice(0, 2), shipping.id);
  const form = { ...forms.contents, ...forms.checkout() };
  const model = (await shop.made('/v1/carts/checkout', form)).id;
  await shop.pay('purchase', model, CARD);
  const orders = await copyWholeOrder(store, model, count);
  await store.close();
  const env = { DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: String(poolSize), REDIS_URL: redisUrl };
  return {
    server: await startApi(env),
    worker: await startWorker(env),
    steps: { get: get(orders.slice(0, 200)), list: list(count), purchase: purchase(forms), steps: steps(forms) },
  };
}
