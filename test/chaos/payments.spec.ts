import { onEachEngine } from '../support/engines';
import { emptyFolder, ensureBuilt, runCommand, StoreProcess } from '../support/store.process';
import { TEST_SECRETS_KEY } from '../support/store';
import { STRIPE_KEY, STRIPE_WEBHOOK_SECRET, type Step, StripeServer, type Trouble } from '../support/stripe.server';
import { until } from '../support/until';

const TOKEN = 'payments-token-0123456789-0123456789';

/** Where the process is killed: on the way of the request, or once its response is there. */
type Moment = Step | 'dropped' | 'answered';

/** A fault during a purchase. */
interface Fault {
  readonly name: string;
  readonly killAt?: Moment;
  readonly trouble?: Trouble;
  /** The provider takes the money and responds after the deadline. */
  readonly isLate?: true;
  /** Whether the provider took the money. */
  readonly isPaid: boolean;
}

const FAULTS: readonly Fault[] = [
  { name: 'kill -9 as the request is lost', killAt: 'dropped', trouble: 'dropped', isPaid: false },
  { name: 'kill -9 before the money is taken', killAt: 'arrived', isPaid: true },
  { name: 'kill -9 after the money was taken', killAt: 'carried_out', isPaid: true },
  { name: 'kill -9 at the response of the provider', killAt: 'responded', isPaid: true },
  { name: 'kill -9 after the response of the store', killAt: 'answered', isPaid: true },
  { name: 'a provider that hangs', trouble: 'dropped', isPaid: false },
  { name: 'a provider that hangs after charging', trouble: 'lost', isPaid: true },
  { name: 'a provider that is late', isLate: true, isPaid: true },
  { name: 'a 500 after charging', trouble: 'failed', isPaid: true },
  { name: 'a 500 before charging', trouble: 'unavailable', isPaid: false },
];

/** Purchases on each engine: `npm run test:chaos` makes 200 with each kind of fault, every other run of the tests one. */
const EACH = process.env['CHAOS'] === 'full' ? 200 / FAULTS.length : 1;
const PURCHASES = Array.from({ length: EACH }, () => FAULTS).flat();
const LONG = PURCHASES.length * 6_000 + 120_000;

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

onEachEngine(`payments and ${PURCHASES.length} faults (orders-and-payments.md 11)`, (engine) => {
  let stripe: StripeServer;
  let api: StoreProcess;
  let folder: string;

  const database = () => ({ DATABASE_URL: engine.databaseUrl, SECRETS_KEY: TEST_SECRETS_KEY });
  const start = async (): Promise<void> => {
    const env = { BOOTSTRAP_TOKEN: TOKEN, RATE_LIMIT_PER_MINUTE: '0', PAYMENT_DEADLINE_SECONDS: '1' };
    api = await StoreProcess.api(folder, { ...database(), ...env, GATEWAY_URLS: `stripe=${stripe.url}` });
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

  /** Pays while something goes wrong. */
  const payWith = async ({ killAt, trouble, isLate }: Fault, order: string): Promise<void> => {
    if (trouble !== undefined) stripe.next(trouble);
    let answered = (): void => undefined;
    const over = new Promise<void>((resolve) => (answered = resolve));
    const killed = new Promise<void>((resolve) => {
      stripe.at = async (step) => {
        if (isLate && step === 'carried_out') await over;
        if (step !== (killAt === 'dropped' ? 'arrived' : killAt)) return;
        await api.stop();
        resolve();
      };
    });
    const paid = await pay(order).catch(() => undefined);
    answered();
    if (killAt === undefined) {
      expect(paid?.status).toBe(503);
    } else if (killAt === 'answered') {
      expect(paid?.status).toBe(200);
      await api.stop();
    } else {
      await killed;
    }
    stripe.at = () => undefined;
    if (killAt !== undefined) await start();
  };

  beforeAll(async () => {
    await ensureBuilt();
    folder = emptyFolder();
    stripe = await StripeServer.start();
    if (engine.name !== 'sqlite') await runCommand(folder, database(), 'migrate');
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
      for (const fault of PURCHASES) {
        const { result } = await send<OrderRow>('POST', '/v1/orders', {
          ...stated,
          status: 'unpaid',
          gateway: 'stripe',
        });
        orders.push(result.id);
        await payWith(fault, result.id);
      }
      await until(
        'every payment has its outcome',
        async () => {
          const { result } = await send<Row[]>('GET', '/v1/transactions?status=pending,unknown');
          return result.length === 0;
        },
        120,
      );
      const took = (order: string): number =>
        [...stripe.intents.values()].filter(({ metadata }) => metadata['order'] === order).length;
      const found = [];
      for (const [i, id] of orders.entries()) {
        const { result: order } = await send<OrderRow>('GET', `/v1/orders/${id}`);
        const { result: rows } = await send<Row[]>('GET', `/v1/orders/${id}/payments`);
        const money = [took(id), order.status.data.key, order.captured, order.balance];
        found.push([PURCHASES[i]?.name, ...money, rows.map(({ status }) => status)]);
      }
      const paid = [1, 'paid', 10, 0, ['succeeded']];
      const never = [0, 'unpaid', 0, 10, ['declined']];
      expect(found).toEqual(PURCHASES.map(({ name, isPaid }) => [name, ...(isPaid ? paid : never)]));
      expect((await pay(orders[0] ?? '')).status).toBe(200);
      expect([took(orders[0] ?? ''), stripe.faults]).toEqual([1, []]);
    },
    LONG,
  );
});
