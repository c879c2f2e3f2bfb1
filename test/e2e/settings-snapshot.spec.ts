import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { SettingsSnapshot } from '../../src/modules/settings/settings-snapshot.service';
import { TaxBandsService } from '../../src/modules/settings/tax-bands.service';
import { Transactions } from '../../src/platform/database/transactions';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

onEachEngine('the settings a process holds', (engine) => {
  /** Two processes of one store, as far as their memory goes. */
  let one: TestStore;
  let other: TestStore;

  const managerOf = (store: TestStore) => store.app.get<DataSource>(getDataSourceToken()).manager;
  const bands = async (store: TestStore, manager = managerOf(store)) =>
    [...(await store.app.get(SettingsSnapshot).within(manager)).taxBands.values()].map(({ title }) => title).sort();
  const made = async (title: string): Promise<string> => {
    const { body } = await one.request<{ result: { id: string } }>('POST', '/v1/taxes', { form: { title, rate: '5' } });
    return body.result.id;
  };

  beforeAll(async () => {
    one = await startStore(engine.databaseUrl);
    other = await startStore(engine.databaseUrl);
  });
  afterAll(async () => {
    await other.close();
    await one.close();
  });

  it('are those of the database at once, whichever process changes them', async () => {
    const before = await bands(one);
    expect(await bands(other)).toEqual(before);
    const id = await made('New');
    expect([await bands(one), await bands(other)]).toEqual([
      [...before, 'New'],
      [...before, 'New'],
    ]);
    await other.request('PUT', `/v1/taxes/${id}`, { form: { title: 'Newer' } });
    expect([await bands(one), await bands(other)]).toEqual([
      [...before, 'Newer'],
      [...before, 'Newer'],
    ]);
    await one.request('DELETE', `/v1/taxes/${id}`);
    expect([await bands(one), await bands(other)]).toEqual([before, before]);
  });

  it('are its own within a transaction, and forgotten when that is rolled back', async () => {
    const before = await bands(one);
    const work = one.app.get(Transactions).run(async (tx) => {
      expect(await bands(one, tx)).toEqual(before);
      await one.app.get(TaxBandsService).create({ title: 'Own', description: null, rate: '1' });
      expect(await bands(one, tx)).toEqual([...before, 'Own'].sort());
      throw new Error('rolled back');
    });
    await expect(work).rejects.toThrow('rolled back');
    expect([await bands(one), await bands(other)]).toEqual([before, before]);
  });

  it('cannot be changed by who reads them', async () => {
    const [currency] = (await one.app.get(SettingsSnapshot).within(managerOf(one))).currencies;
    expect(Object.isFrozen(currency)).toBe(true);
  });
});
