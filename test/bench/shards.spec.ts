import { cartsOf, type Operation, replay } from '../../bench/shards/sharded-replay';
import { shopDays } from '../../bench/shards/shop-days';
import { keysOf, kindOf, tablesOf } from '../../bench/shards/statement-reader';
import { type Statement } from '../support/recorded-statements';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

/** The statement with its tables, and the values of a column of the first of them. */
const readOf = (sql: string, parameters: readonly unknown[], column: string) => {
  const tables = tablesOf(sql);
  const [first = { table: '', alias: '' }] = tables;
  return {
    kind: kindOf(sql),
    tables: tables.map(({ table }) => table),
    keys: keysOf({ sql, parameters }, first, column),
  };
};

describe('the reader of statements', () => {
  it.each<[string, string, unknown[], string, object]>([
    [
      'a read by key',
      'SELECT `row`.`id` FROM `orders` `row` WHERE `row`.`id` = ?',
      [7],
      'id',
      { kind: 'read', tables: ['orders'], keys: ['7'] },
    ],
    [
      'quotes of SQLite',
      'SELECT "row"."id" FROM "orders" "row" WHERE ("row"."id" IN (?, ?))',
      [7, 8],
      'id',
      { kind: 'read', tables: ['orders'], keys: ['7', '8'] },
    ],
    [
      'a lock',
      'SELECT position FROM event_positions WHERE name = ? FOR UPDATE',
      ['last'],
      'name',
      { kind: 'lock', tables: ['event_positions'], keys: ['last'] },
    ],
    [
      'a lock that skips',
      'SELECT id FROM carts WHERE updated_at < ? FOR UPDATE SKIP LOCKED',
      [1],
      'id',
      { kind: 'lock', tables: ['carts'], keys: undefined },
    ],
    [
      'a range',
      'SELECT COUNT(1) FROM `orders` `row` WHERE `row`.`id` > ?',
      [0],
      'id',
      { kind: 'read', tables: ['orders'], keys: undefined },
    ],
    [
      'another column',
      'SELECT `id` FROM `orders` WHERE `customer_id` = ?',
      [5],
      'id',
      { kind: 'read', tables: ['orders'], keys: undefined },
    ],
    [
      'the column of another table',
      'SELECT 1 FROM `orders` `o` JOIN `payments` `p` ON `p`.`order_id` = `o`.`id` WHERE `p`.`id` = ?',
      [5],
      'id',
      { kind: 'read', tables: ['orders', 'payments'], keys: undefined },
    ],
    [
      'a counter',
      'UPDATE product_stock SET level = level + ? WHERE product_id = ? AND level + ? >= 0',
      [-1, 9, -1],
      'product_id',
      { kind: 'write', tables: ['product_stock'], keys: ['9'] },
    ],
    [
      'a removal',
      'DELETE cart_checkouts FROM cart_checkouts FORCE INDEX (PRIMARY) WHERE cart_id IN (?)',
      ['c'],
      'cart_id',
      { kind: 'write', tables: ['cart_checkouts'], keys: ['c'] },
    ],
    [
      'inserted rows',
      'INSERT INTO `order_items` (`id`, `order_id`, `sku`) VALUES (?, ?, NULL), (?, ?, ?)',
      [1, 10, 2, 20, 's'],
      'order_id',
      { kind: 'write', tables: ['order_items'], keys: ['10', '20'] },
    ],
    [
      'an inserted selection',
      'INSERT INTO `events`(`id`, `epoch`, `object_id`) SELECT ?, (SELECT epoch FROM event_epochs WHERE id = ?), ?',
      ['e', 1, 'o'],
      'object_id',
      { kind: 'write', tables: ['events', 'event_epochs'], keys: ['o'] },
    ],
  ])('reads %s', (_, sql, parameters, column, expected) => {
    expect(readOf(sql, parameters, column)).toEqual(expected);
  });
});

const statement = (sql: string, ...parameters: unknown[]): Statement => ({ sql, parameters });
const BEGIN = statement('START TRANSACTION');
const COMMIT = statement('COMMIT');
const event = (object: string) => statement('INSERT INTO events (id, object_id) VALUES (?, ?)', 'e', object);
const order = (id: string) => statement('INSERT INTO orders (id) VALUES (?)', id);
const own = (id: string): string => id;

describe('statements on shards', () => {
  const of = (shards: number, ...statements: Statement[]) => {
    const { all, load, scattered } = replay([{ name: 'act', statements }], shards, own);
    return {
      ...all,
      load,
      scattered: Object.fromEntries([...scattered].map(([title, times]) => [title, Object.fromEntries(times)])),
      onAll: all.scattered,
    };
  };
  const nothing = { transactions: 0, wide: 0, spread: 0, statements: 1, shared: 0, scattered: {}, onAll: 0 };

  it('keeps an order and its event on one shard, with its settings read from the copy there', () => {
    const settings = statement('SELECT revision FROM settings_revisions WHERE id = ?', '1');
    expect(of(4, BEGIN, settings, order('1'), event('1'), COMMIT)).toEqual({
      ...nothing,
      transactions: 1,
      statements: 3,
      load: [0, 0, 0, 2, 0],
    });
  });

  it('finds the two databases of a stock that an order takes from', () => {
    const stock = statement('UPDATE product_stock SET level = level - 1 WHERE product_id = ? AND level > 0', '9');
    expect(of(4, BEGIN, order('1'), stock, COMMIT)).toEqual({
      ...nothing,
      transactions: 1,
      wide: 1,
      spread: 1,
      statements: 2,
      shared: 1,
      load: [0, 0, 0, 1, 1],
    });
  });

  it('tells a read of another database from a write there', () => {
    const stock = statement('SELECT level FROM product_stock WHERE product_id = ?', '9');
    expect(of(4, BEGIN, order('1'), stock, COMMIT)).toEqual({
      ...nothing,
      transactions: 1,
      wide: 1,
      statements: 2,
      shared: 1,
      load: [0, 0, 0, 1, 0],
    });
  });

  it('sends a list to every shard, and no other read', () => {
    const list = statement('SELECT id FROM orders WHERE status = ?', 'paid');
    const one = statement('SELECT id FROM orders WHERE id = ?', '1');
    expect(of(4, list, one)).toEqual({
      ...nothing,
      statements: 2,
      onAll: 1,
      scattered: { 'read orders': { act: 1 } },
      load: [0, 0, 0, 0, 0],
    });
    expect(of(1, list, one)).toEqual({ ...nothing, statements: 2, load: [0, 0] });
  });

  it('writes a change of a copied table everywhere', () => {
    const currency = statement('UPDATE currencies SET title = ? WHERE id = ?', 'Pound', '1');
    expect(of(2, currency)).toEqual({
      ...nothing,
      transactions: 1,
      wide: 1,
      spread: 1,
      onAll: 1,
      shared: 1,
      scattered: { 'write currencies': { act: 1 } },
      load: [1, 1, 1],
    });
  });

  it('draws the order of a cart on the shard of the cart, when it is told to', () => {
    const checkout = [
      BEGIN,
      statement('SELECT id FROM carts WHERE id = ? FOR UPDATE', 'c'),
      order('1'),
      statement('INSERT INTO cart_checkouts (cart_id, order_id) VALUES (?, ?)', 'c', '1'),
      COMMIT,
    ];
    const operations: Operation[] = [{ name: 'check out', statements: checkout }];
    const carts = cartsOf(operations);
    expect(carts).toEqual(new Map([['1', 'c']]));
    const spread = (homeOf: (id: string) => string) => replay(operations, 64, homeOf).all.spread;
    expect([spread(own), spread((id) => carts.get(id) ?? id)]).toEqual([1, 0]);
  });

  it('does not guess: two transactions at once, or a table without a place, are errors', () => {
    expect(() => of(2, BEGIN, BEGIN)).toThrow('two transactions at once');
    expect(() => of(2, statement('SELECT 1 FROM nowhere'))).toThrow('nowhere has no place in the plan');
    expect(() => of(2, statement('SELECT 1'))).toThrow('no table in: SELECT 1');
  });
});

onEachEngine('a shop in use, on shards', (engine) => {
  let store: TestStore;
  beforeAll(async () => (store = await startStore(engine.databaseUrl)));
  afterAll(() => store.close());

  it('reads an order on its shard, asks all for a list, and commits checkouts and fan-outs on two or more', async () => {
    const operations = await shopDays(store, 120);
    const { all, load, writes } = replay(operations, 16, own);
    // So many that no two records share one by chance.
    const { byName } = replay(operations, 65_536, own);
    const count = (name: string) => operations.filter((one) => one.name === name).length;
    const [read, list, checkout, fanOut] = ['read an order', 'list orders', 'check out', 'fan out'].map((name) => ({
      count: count(name),
      ...byName.get(name),
    }));
    expect(Math.min(...[read, list, checkout, fanOut].map((one) => one?.count ?? 0))).toBeGreaterThan(0);
    expect(read).toEqual({
      count: read?.count,
      transactions: 0,
      wide: 0,
      spread: 0,
      statements: read?.count,
      scattered: 0,
      shared: 0,
    });
    expect(list?.scattered).toBe(2 * (list?.count ?? 0));
    expect(checkout?.spread).toBe(checkout?.count);
    expect(fanOut?.spread).toBe(fanOut?.count);
    expect(load.length).toBe(17);
    expect(writes).toBeGreaterThan(all.transactions);
    // On one shard a list is a statement as any other.
    expect(replay(operations, 1, own).all.scattered).toBe(0);
  });
});
