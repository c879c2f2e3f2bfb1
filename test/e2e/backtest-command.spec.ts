import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backtestCommand } from '../../src/cli/backtest.command';
import { backtestTable, progressBar } from '../../src/cli/backtest.table';
import { type BacktestRecord } from '../../src/modules/backtests/backtest.record';
import { onEachEngine } from '../support/engines';
import { startProcesses, type StoreProcesses } from '../support/store.processes';
import { emptyFolder, ensureBuilt, runCommand } from '../support/store.process';
import { TEST_SECRETS_KEY } from '../support/store';

onEachEngine('store promotion:backtest (promotions-at-scale.md 12)', (engine) => {
  let store: StoreProcesses;
  const folder = emptyFolder();
  const file = join(folder, 'promotions.json');
  const run = (...args: string[]) =>
    runCommand(
      folder,
      { DATABASE_URL: engine.databaseUrl, SECRETS_KEY: TEST_SECRETS_KEY },
      ...['promotion:backtest', '--file', file, ...args],
    );

  beforeAll(async () => {
    await ensureBuilt();
    const database = { DATABASE_URL: engine.databaseUrl, SECRETS_KEY: TEST_SECRETS_KEY };
    if (engine.name !== 'sqlite') await runCommand(folder, database, 'migrate');
    store = await startProcesses(engine, {});
    const { result: band } = await store.call('POST', '/v1/taxes', { title: 'None', rate: '0' });
    const product = { sku: 'A', title: 'A', slug: 'a', price: '10', tax_band: band.id, requires_shipping: '0' };
    const { result: made } = await store.call('POST', '/v1/products', product);
    await store.call('POST', '/v1/carts/c', { id: made.id, quantity: '2' });
    await store.call('POST', '/v1/carts/c/checkout', { gateway: 'dummy' });
  });
  beforeEach(() =>
    writeFileSync(file, JSON.stringify([{ title: 'Five', action: 'discount_subtotal_fixed', amount: '5' }])),
  );
  afterAll(() => store.stop());

  it('prints the result as a table, or the record for programs', async () => {
    const { code, stdout, stderr } = await run();
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^Back-test \d+: done\. Orders from .* instead\.\n\n1 orders were replayed, 1 are touched\. 1 would have cost less, 0 more\. 0 the same with other discounts\.\n/,
    );
    expect(stdout).toContain('Five            1      5.00     5.00     5.00\n');
    expect(stdout).toContain('- Buyers are taken to have bought the same.\n');
    const json = await run('--json', '--codes', 'always');
    expect([json.code, JSON.parse(json.stdout)]).toEqual([
      0,
      expect.objectContaining({
        state: 'done',
        codes: 'always',
        progress: { looked_at: 1, total: 1 },
        result: expect.objectContaining({ revenue: { then: 20, test: 15 } }) as unknown,
      }),
    ]);
  });

  it('takes ids and amounts as their exact text', async () => {
    const promotion = { title: 'Kept', action: 'discount_subtotal_fixed', amount: '3', status: '1' };
    const dates = { from: '2020-01-01', to: '2099-12-31', terminating: '0', persistent: '0', apply_to_shipping: '0' };
    const { result } = await store.call('POST', '/v1/promotions/cart', { ...promotion, ...dates });
    const id = String(result.id);
    // Far above what a binary number holds.
    expect(Number.isSafeInteger(Number(id))).toBe(false);
    writeFileSync(file, `[${id}]`);
    const tested = JSON.parse((await run('--json')).stdout) as BacktestRecord;
    expect(tested.result?.promotions).toEqual([{ id, title: 'Kept', orders: 1, discount: 3, average: 3, largest: 3 }]);
    writeFileSync(file, '[{"title": "Long", "action": "discount_subtotal_fixed", "amount": 1.00000000000000001}]');
    expect((await run()).stderr.trim()).toBe('promotions.0.amount must have at most 4 decimals');
  });

  it('says in one line what is wrong, and exits with 1', async () => {
    const refused = async (...args: string[]) => {
      const { code, stdout, stderr } = await run(...args);
      return [code, stdout, stderr.trim()];
    };
    expect(await refused('--from', 'x')).toEqual([
      1,
      '',
      expect.stringMatching(/^from must be a day or a time such as/),
    ]);
    expect(await refused('--mode', 'x')).toEqual([1, '', 'mode must be one of instead, added']);
    writeFileSync(file, '[null]');
    expect(await refused()).toEqual([1, '', 'promotions.0 must be an id or an object']);
  });
});

describe('the file of a back-test', () => {
  const file = join(emptyFolder(), 'promotions.json');
  const refused = async (text: string): Promise<string> => {
    writeFileSync(file, text);
    return backtestCommand({ file }, () => undefined).then(
      () => 'taken',
      (error: Error) => error.message,
    );
  };

  it('is refused with the place of what is wrong', async () => {
    expect(await refused('{"a": 1}')).toBe('--file must be a JSON list of promotions and of ids');
    expect(await refused('[\n  {"title": "Five"\n   "amount": 5}\n]')).toMatch(
      /^--file is not JSON: .+ \(line 3, column 4\)$/,
    );
    expect(await refused('[{"__proto__": 1}]')).toBe('promotions.0.__proto__ is not allowed as a name');
    expect(await refused(JSON.stringify(Array.from({ length: 1001 }, () => 1)))).toBe(
      '--file must hold at most 1000 values',
    );
    expect(await refused('['.repeat(30))).toMatch(/^promotions must not be nested more than 20 levels deep$/);
    expect(await refused(' '.repeat(2 ** 20 + 1))).toBe('--file must be at most 1048576 bytes');
    const none = backtestCommand({ file: `${file}.none` }, () => undefined);
    await expect(none).rejects.toThrow(/^--file cannot be read: /);
  });
});

describe('the table of a back-test', () => {
  const record = { id: '7', state: 'running', progress: { looked_at: 250, total: 1000 } } as BacktestRecord;

  it('shows how far it is', () => {
    expect(progressBar(record)).toBe(`[${'#'.repeat(10)}${'.'.repeat(30)}]  25 %  250 of 1000 orders, running`);
    expect(progressBar({ ...record, progress: { looked_at: 0, total: null } })).toContain('0 of ? orders');
    expect(progressBar({ ...record, progress: { looked_at: 0, total: 0 } })).toContain('100 %');
  });

  it('says why there is none', () => {
    const failed = {
      ...record,
      state: 'failed',
      from: 'a',
      to: 'b',
      mode: 'added',
      result: null,
      error: 'It broke.',
    } as const;
    expect(backtestTable(failed)).toBe('Back-test 7: failed. Orders from a to b, added.\nIt broke.');
  });
});
