import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { onEachEngine } from '../support/engines';
import { storeDataSource } from '../support/database';
import { TEST_SECRETS_KEY } from '../support/store';
import { emptyFolder, type Ended, ensureBuilt, runCommand, StoreProcess } from '../support/store.process';

const ORDERS = 40;

/** The parts of a shop that a seed decides, and counts of the rest. */
async function shopOf(databaseUrl: string): Promise<Record<string, unknown>> {
  const db = await storeDataSource(databaseUrl).initialize();
  try {
    const rows = (sql: string) => db.query<Record<string, unknown>[]>(sql);
    const texts = async (sql: string): Promise<string[]> =>
      (await rows(sql)).map((row) => Object.values(row).map(String).join(' '));
    const count = async (table: string) => Number((await rows(`SELECT COUNT(*) AS n FROM ${table}`))[0]?.['n']);
    return {
      products: await texts('SELECT sku, title, price FROM products ORDER BY id'),
      customers: await texts('SELECT email FROM customers ORDER BY id'),
      promotions: await texts('SELECT title, action, amount FROM promotions ORDER BY id'),
      orders: await texts('SELECT status, total, currency_code FROM orders ORDER BY id'),
      items: await texts('SELECT sku, quantity, price FROM order_items ORDER BY order_id, sku'),
      discounts: await texts('SELECT amount FROM order_discounts ORDER BY order_id, amount'),
      webhooks: await texts('SELECT name FROM webhooks ORDER BY id'),
      deliveries: [...new Set(await texts('SELECT DISTINCT state FROM webhook_deliveries'))].sort(),
      pictures: await count('files'),
      carts: (await texts(`SELECT id FROM carts WHERE id LIKE 'open-%'`)).length,
      waiting: Number((await rows('SELECT COUNT(*) AS n FROM events WHERE position IS NULL'))[0]?.['n']),
    };
  } finally {
    await db.destroy();
  }
}

beforeAll(ensureBuilt);

onEachEngine('npm run store -- seed (console.md 16)', (engine) => {
  const env = (databaseUrl: string) => ({ DATABASE_URL: databaseUrl, SECRETS_KEY: TEST_SECRETS_KEY });
  const seed = (databaseUrl: string, ...args: string[]): Promise<Ended> =>
    runCommand(emptyFolder(), env(databaseUrl), 'seed', ...args);
  const onSqlite = (): string => `sqlite:${emptyFolder()}/other.sqlite`;

  it('fills an empty store with the shop of its seed, and no store that has orders', async () => {
    const made = await seed(engine.databaseUrl, '--seed', '7', '--orders', String(ORDERS));
    expect([made.code, made.stderr]).toEqual([0, '']);
    expect(made.stdout).toMatch(
      /The shop is open: 40 orders\. Start it with npm start, then: npm run store -- console\n$/,
    );
    const again = await seed(engine.databaseUrl, '--orders', '1');
    expect([again.code, again.stdout, again.stderr]).toEqual([
      1,
      '',
      'The configuration has 1 fault(s):\n  - DATABASE_URL is a store that has orders: a seeded shop needs an empty one\n',
    ]);
    // From here on this process has the file open.
    const shop = await shopOf(engine.databaseUrl);
    const lengths = Object.entries(shop).map(([name, part]) => [name, Array.isArray(part) ? part.length : part]);
    expect(Object.fromEntries(lengths)).toMatchObject({
      ...{
        products: 60,
        customers: 500,
        promotions: 12,
        orders: ORDERS,
        webhooks: 2,
        pictures: 60,
        carts: 25,
        waiting: 0,
      },
    });
    expect(shop['deliveries']).toEqual(['dead', 'delivered']);
    expect(new Set((shop['orders'] as string[]).map((order) => order.split(' ')[0])).size).toBeGreaterThan(3);
    const [same, another] = [onSqlite(), onSqlite()];
    await seed(same, '--seed', '7', '--orders', String(ORDERS));
    expect(await shopOf(same)).toEqual(shop);
    // Once: the numbers are drawn alike on each engine.
    if (engine.name !== 'sqlite') return;
    await seed(another, '--seed', '8', '--orders', String(ORDERS));
    const { orders, products } = await shopOf(another);
    expect(orders).not.toEqual(shop['orders']);
    expect(products).not.toEqual(shop['products']);
  });
});

describe('npm run store -- seed beside a store that runs on the embedded database', () => {
  it('says in one line to stop it, and leaves it alone', async () => {
    const folder = emptyFolder();
    const DATABASE_URL = `sqlite:${folder}/store.sqlite`;
    const store = await StoreProcess.api(folder, { DATABASE_URL });
    const refused = await runCommand(folder, { DATABASE_URL }, 'seed', '--orders', '1');
    await store.stop();
    const ended = await runCommand(folder, { DATABASE_URL }, 'seed', '--orders', '1');
    expect([refused, ended.code, ended.stderr]).toEqual([
      {
        code: 1,
        stdout: '',
        stderr:
          'The configuration has 1 fault(s):\n  - DATABASE_URL is open in another process, such as a running store: ' +
          'stop it, seed, and start it again\n',
      },
      0,
      '',
    ]);
  });
});

describe('the arguments of npm run store -- seed', () => {
  it.each([
    ['--orders', '0', 'orders must be a whole number from 1 to 100000'],
    ['--orders', '100001', 'orders must be a whole number from 1 to 100000'],
    ['--orders', '1e3', 'orders must be a whole number from 1 to 100000'],
    ['--seed', '-1', 'seed must be a whole number from 0 to 4294967295'],
    ['--seed', '4294967296', 'seed must be a whole number from 0 to 4294967295'],
  ])('%s %s is rejected', async (name, value, message) => {
    const ended = await runCommand(emptyFolder(), {}, 'seed', `${name}=${value}`);
    expect(ended).toEqual({ code: 1, stdout: '', stderr: `${message}\n` });
  });

  it('do not help in production: it is refused, and makes no store', async () => {
    const folder = emptyFolder();
    const env = {
      NODE_ENV: 'production',
      DATABASE_URL: `sqlite:${folder}/store.sqlite`,
      SECRETS_KEY: TEST_SECRETS_KEY,
    };
    const { code, stdout, stderr } = await runCommand(folder, env, 'seed', '--orders', '1');
    expect([code, stdout, stderr, existsSync(join(folder, 'store.sqlite'))]).toEqual([
      1,
      '',
      'The configuration has 1 fault(s):\n  - NODE_ENV is production: a seeded shop is for trying, so seed a development ' +
        'store\n',
      false,
    ]);
  });
});
