import { emptyFolder, ensureBuilt, StoreProcess } from '../support/store.process';
import { STRIPE_KEY, STRIPE_WEBHOOK_SECRET, type Step, StripeServer } from '../support/stripe.server';
import { until } from './support/until';

/** `npm run test:chaos` kills 200 times, every other run of the tests seldom. */
const KILLS = process.env['CHAOS'] === 'full' ? 200 : 5;
const LONG = KILLS * 6_000 + 120_000;
const TOKEN = 'payments-token-0123456789-0123456789';

/** Where the process is killed: on the way of the request, or once its response is there. */
type Moment = Step | 'dropped' | 'answered';
const MOMENTS: readonly Moment[] = ['dropped', 'arrived', 'carried_out', 'responded', 'answered'];

interface Body<R> {
  readonly result: R;
}
interface Row {
  readonly id: string;
  readonly status: string;
  readonly method: string;
}
interface OrderRow {
  readonly id: string;
  readonly status: { readonly data: { readonly key: string } };
  readonly captured: number;
  readonly balance: number;
}

describe(`payments and kill -9, ${KILLS} times (orders-that-stay-true.md 11)`, () => {
  let stripe: StripeServer;
  let api: StoreProcess;
  let folder: string;

  const start = async (): Promise<void> => {
    const env = { BOOTSTRAP_TOKEN: TOKEN, RATE_LIMIT_PER_MINUTE: '0', PAYMENT_DEADLINE_SECONDS: '1' };
    api = await StoreProcess.api(folder, { ...env, GATEWAY_URLS: `stripe=${stripe.url}` });
  };
  const send = async <R>(method: string, path: string, body?: object): Promise<{ status: number; result: R }> => {
    const response = await fetch(`${api.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', connection: 'close' },
      body: body && JSON.stringify(body),
    });
    const { result } = (await response.json()) as Body<R>;
    return { status: response.status, result };
  };
  const pay = (order: string) =>
    send<object>('POST', `/v1/checkout/payment/purchase/${order}`, { data: { payment_method: 'pm_card_visa' } });

  /** Pays, and kills the process at a moment of it. */
  const killAt = async (moment: Moment, order: string): Promise<void> => {
    const killed = new Promise<void>((resolve) => {
      stripe.at = async (step) => {
        if (step !== (moment === 'dropped' ? 'arrived' : moment)) return;
        await api.stop();
        resolve();
      };
    });
    if (moment === 'dropped') stripe.next('dropped');
    const paid = await pay(order).catch(() => undefined);
    if (moment === 'answered') {
      expect(paid?.status).toBe(200);
      await api.stop();
    } else {
      await killed;
    }
    stripe.at = () => undefined;
  };

  beforeAll(async () => {
    await ensureBuilt();
    folder = emptyFolder();
    stripe = await StripeServer.start();
    await start();
    const settings = { secret_key: STRIPE_KEY, webhook_secret: STRIPE_WEBHOOK_SECRET };
    await send('PUT', '/v1/gateways/stripe', { enabled: 1, settings });
  }, LONG);
  afterAll(async () => {
    await StoreProcess.stopAll();
    await stripe.close();
  });

  it(
    'takes the money once each, and order and ledger agree',
    async () => {
      const [currency] = (await send<{ id: string }[]>('GET', '/v1/currencies')).result;
      const stated = { subtotal: '10', total: '10', currency: currency?.id, currency_code: 'GBP', exchange_rate: '1' };
      const orders: string[] = [];
      for (let i = 0; i < KILLS; i += 1) {
        const { result } = await send<OrderRow>('POST', '/v1/orders', {
          ...stated,
          status: 'unpaid',
          gateway: 'stripe',
        });
        orders.push(result.id);
        await killAt(MOMENTS[i % MOMENTS.length] ?? 'arrived', result.id);
        await start();
      }
      await until('every payment has its outcome', async () => {
        const { result } = await send<Row[]>('GET', '/v1/transactions?status=pending,unknown');
        return result.length === 0;
      });
      const took = (order: string): number =>
        [...stripe.intents.values()].filter(({ metadata }) => metadata['order'] === order).length;
      const found = [];
      for (const id of orders) {
        const { result: order } = await send<OrderRow>('GET', `/v1/orders/${id}`);
        const { result: rows } = await send<Row[]>('GET', `/v1/orders/${id}/payments`);
        found.push([took(id), order.status.data.key, order.captured, order.balance, rows.map(({ status }) => status)]);
      }
      const paid = [1, 'paid', 10, 0, ['succeeded']];
      const never = [0, 'unpaid', 0, 10, ['declined']];
      expect(found).toEqual(orders.map((_, i) => (i % MOMENTS.length === 0 ? never : paid)));
      expect((await pay(orders[0] ?? '')).status).toBe(200);
      expect([took(orders[0] ?? ''), stripe.faults]).toEqual([1, []]);
    },
    LONG,
  );
});
