import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ClientsService } from '../../../src/modules/access/clients.service';
import { Shop } from '../../builders/cart-shop.builder';
import { until } from '../../support/until';
import { runFolder } from '../../support/run-folder';
import { startStore, TEST_TOKEN, type TestStore } from '../../support/store';
import { clientProject } from './client-project';
import { startReceiverExample } from './receiver-example';

const run = promisify(execFile);

describe('the examples for TypeScript', () => {
  let folder: string;
  let store: TestStore;
  let shop: Shop;
  const running = new Set<ChildProcess>();

  beforeAll(async () => {
    folder = await clientProject();
    store = await startStore('sqlite::memory:', { RATE_LIMIT_PER_MINUTE: '0' }, true);
    shop = await Shop.open(store);
    await shop.product();
  }, 300_000);
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    await store.close();
  });

  const order = async (): Promise<string> => {
    const scopes = ['products:read', 'carts:write', 'carts:read', 'orders:write', 'orders:read'];
    const { clientId, clientSecret } = await store.app.get(ClientsService).create('checkout', scopes);
    const env = { ...process.env, STORE: store.url, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
    const { stdout } = await run(process.execPath, [join(folder, 'examples/checkout/checkout.mjs')], { env });
    return /^Order (\d+): paid$/m.exec(stdout)?.[1] ?? stdout;
  };

  it('buy three of a product, and say what is wrong with a code', async () => {
    const id = await order();
    const { body } = await store.request<{ result: { items: object; status: { data: { key: string } } } }>(
      'GET',
      `/v1/orders/${id}`,
    );
    expect(body.result.status.data.key).toBe('paid');
    const { clientId, clientSecret } = await store.app
      .get(ClientsService)
      .create('code', ['products:read', 'carts:write', 'carts:read']);
    const env = { ...process.env, STORE: store.url, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
    const refused = run(process.execPath, [join(folder, 'examples/checkout/checkout.mjs'), 'NOTHING'], { env });
    await expect(refused).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The code NOTHING cannot be used') as string,
    });
  });

  it('keep a copy of all orders, through a kill', async () => {
    const file = join(mkdtempSync(join(runFolder(), 'sync-')), 'orders.json');
    const copied = (): Record<string, { status: string; total: number }> =>
      existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { orders: Record<string, never> }).orders : {};
    const start = (): ChildProcess => {
      const env = { ...process.env, STORE: store.url, TOKEN: TEST_TOKEN };
      const child = spawn(process.execPath, [join(folder, 'examples/order-sync/order-sync.mjs'), file], { env });
      running.add(child);
      return child;
    };
    const first = await order();
    const killed = start();
    await until('the first order', async () => copied()[first]?.status === 'paid');
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const second = await order();
    const again = start();
    await until('the second order', async () => copied()[second]?.status === 'paid');
    again.kill('SIGTERM');
    expect(await once(again, 'exit')).toEqual([0, null]);
    const { body } = await store.request<{ result: { id: string; totals: { raw: { total: number } } }[] }>(
      'GET',
      '/v1/orders',
    );
    const expected = body.result.map(({ id, totals }) => [id, totals.raw.total]);
    expect(
      Object.entries(copied())
        .map(([id, { total }]) => [id, total])
        .sort(),
    ).toEqual(expected.sort());
  });

  it('receive webhooks of the store', async () => {
    const secret = `whsec_${Buffer.alloc(24, 5).toString('base64')}`;
    const receiver = await startReceiverExample(folder, secret);
    const json = {
      url: receiver.url,
      content_type: 'json',
      events: ['order.*'],
      create: 1,
      update: 0,
      delete: 0,
      enabled: 1,
      secret,
    };
    expect((await store.request('POST', '/v1/webhooks', { json })).status).toBe(201);
    const id = await order();
    const booked = await until('the booking', async () => {
      const rows = receiver.bookings().filter(({ order_id }) => order_id === id);
      return rows.length > 0 && rows;
    });
    expect(booked).toEqual([{ order_id: id, version: 1, total: expect.any(String) as string }]);
    await receiver.stop();
  });
});
