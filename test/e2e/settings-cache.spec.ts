import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { SettingsCache } from '../../src/modules/settings/settings.cache';
import { TaxBandsService } from '../../src/modules/settings/tax-bands.service';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

onEachEngine('the settings a process holds', (engine) => {
  /** Two processes of one store, as far as their memory goes. */
  let one: TestStore;
  let other: TestStore;

  const managerOf = (store: TestStore) => store.app.get<DataSource>(getDataSourceToken()).manager;
  const bands = async (store: TestStore, manager = managerOf(store)) =>
    [...(await store.app.get(SettingsCache).within(manager)).taxBands.values()].map(({ title }) => title).sort();
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

  it('are those of the database at once, also after a change by another process', async () => {
    const before = await bands(one);
    expect(await bands(other)).toEqual(before);
    const id = await made('New');
    expect([await bands(one), await bands(other)]).toEqual([[...before, 'New'].sort(), [...before, 'New'].sort()]);
    await other.request('PUT', `/v1/taxes/${id}`, { form: { title: 'Newer' } });
    expect([await bands(one), await bands(other)]).toEqual([[...before, 'Newer'].sort(), [...before, 'Newer'].sort()]);
    await one.request('DELETE', `/v1/taxes/${id}`);
    expect([await bands(one), await bands(other)]).toEqual([before, before]);
  });

  it('are its own within a transaction, and forgotten when that is rolled back', async () => {
    const before = await bands(one);
    const work = one.app.get(Transactions).run(async (tx) => {
      expect(await bands(one, tx)).toEqual(before);
      await one.app.get(TaxBandsService).add(tx, { title: 'Own', description: null, rate: '1', defaultMark: null });
      expect(await bands(one, tx)).toEqual([...before, 'Own'].sort());
      throw new Error('rolled back');
    });
    await expect(work).rejects.toThrow('rolled back');
    expect([await bands(one), await bands(other)]).toEqual([before, before]);
  });

  describe('after another process changed one', () => {
    /** Leaves what one process holds behind the database. @returns the titles there are */
    const changedElsewhere = async (): Promise<readonly string[]> => {
      await bands(one);
      const title = `Elsewhere ${(elsewhere += 1)}`;
      await other.request('POST', '/v1/taxes', { form: { title, rate: '5' } });
      return bands(other);
    };
    const methods = async (store: TestStore): Promise<readonly unknown[]> =>
      (await store.app.get(SettingsCache).within(managerOf(store))).shippingMethods.map((method) => ({ ...method }));
    let elsewhere = 0;

    it('are not those of a change that was rolled back', async () => {
      const form = { title: 'Post', slug: 'post', price: '5', tax_band: await made('Post'), status: '1' };
      const { body } = await one.request<{ result: { id: string } }>('POST', '/v1/shipping', { form });
      await changedElsewhere();
      const before = await methods(other);
      jest.spyOn(one.app.get(SettingsCache), 'changed').mockRejectedValueOnce(new Error('rolled back'));
      const { status } = await one.request('PUT', `/v1/shipping/${body.result.id}`, { form: { price: '1' } });
      expect([status, await methods(one), await methods(other)]).toEqual([500, before, before]);
    });

    it('are read once by a process that only has transactions', async () => {
      const before = await changedElsewhere();
      const [transactions, settings] = [one.app.get(Transactions), one.app.get(SettingsCache)];
      const first = await transactions.run((tx) => settings.within(tx));
      expect([...first.taxBands.values()].map(({ title }) => title).sort()).toEqual(before);
      expect(await transactions.run((tx) => settings.within(tx))).toBe(first);
      expect(await settings.within(managerOf(one))).toBe(first);
    });
  });

  describe('a transaction that went by what another process has changed since', () => {
    const form = { code: '', title: 'Euro', exchange_rate: '1', format: '€{price}', enabled: '1' };
    const points = { decimal_point: '.', thousand_point: ',', decimal_places: '2', modifier: '+0' };
    /** A currency that the other process has just added, and what changes it. */
    const added = async (code: string) => {
      await bands(one);
      const json = { ...form, ...points, code };
      const { status, body } = await other.request<{ result: { id: string } }>('POST', '/v1/currencies', { json });
      expect(status).toBe(201);
      const { id } = body.result;
      return { id, code, rename: (title: string) => other.request('PUT', `/v1/currencies/${id}`, { form: { title } }) };
    };
    const order = ({ id, code }: { id: string; code: string }) => {
      const fields = { status: 'unpaid', total: '9', subtotal: '9', exchange_rate: '1' };
      const json = { ...fields, currency: id, currency_code: code };
      return one.request<{ result: { currency: { value: string } } }>('POST', '/v1/orders', { json });
    };

    it('runs again, once', async () => {
      await bands(one);
      await other.request('POST', '/v1/taxes', { form: { title: 'Twice', rate: '5' } });
      let tries = 0;
      const seen = await one.app.get(Transactions).run(async (tx) => {
        tries += 1;
        return bands(one, tx);
      });
      expect([tries, seen]).toEqual([2, await bands(other)]);
    });

    it('refuses nothing that is there by now', async () => {
      expect((await order(await added('EUR'))).status).toBe(201);
    });

    it('writes an event of what is there by now, alone or among others', async () => {
      const currency = await added('USD');
      expect((await order(currency)).body.result.currency.value).toBe('Euro');
      await currency.rename('Dollar');
      expect((await order(currency)).body.result.currency.value).toBe('Dollar');
      const item = { name: 'Wrap', price: '1', quantity: 1 };
      const headers = { 'x-currency': 'USD' };
      await one.request('POST', '/v1/carts/of-dollars', { json: item, headers });
      await currency.rename('US dollar');
      const path = '/v1/carts/of-dollars/checkout';
      const sent = { json: { gateway: 'dummy' }, headers };
      const placed = await one.request<{ result: { currency: { value: string } } }>('POST', path, sent);
      expect([placed.status, placed.body.result.currency.value]).toEqual([201, 'US dollar']);
    });

    it('and changes settings itself runs again only if others did', async () => {
      let tries = 0;
      const adding = (title: string): Promise<readonly string[]> =>
        one.app.get(Transactions).run(async (tx) => {
          tries += 1;
          const seen = await bands(one, tx);
          await one.app.get(TaxBandsService).add(tx, { title, description: null, rate: '1', defaultMark: null });
          return seen;
        });
      const before = await bands(one);
      expect([await adding('First'), tries]).toEqual([before, 1]);
      await bands(one);
      await other.request('POST', '/v1/taxes', { form: { title: 'Between', rate: '5' } });
      expect([await adding('Second'), tries]).toEqual([[...before, 'Between', 'First'].sort(), 3]);
    });
  });

  it('cannot be changed by who reads them', async () => {
    const [currency] = (await one.app.get(SettingsCache).within(managerOf(one))).currencies;
    expect(Object.isFrozen(currency)).toBe(true);
  });
});
