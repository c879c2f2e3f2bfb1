import { type DataSource, type EntityManager } from 'typeorm';
import { getDataSourceToken } from '@nestjs/typeorm';
import { Clock } from '../../src/kernel/clock';
import { Currency } from '../../src/modules/settings/data/currency.entity';
import { Transactions } from '../../src/platform/database/connection/transactions';
import { EventRow } from '../../src/platform/events/event.entity';
import { StoreObjects } from '../../src/platform/events/store-objects';
import { onEachEngine } from '../support/engines';
import { startStore, type TestStore } from '../support/store';

type Record = { readonly result: { readonly id: string; readonly updated_at: string } };

const EURO = { code: 'EUR', title: 'Euro', format: '€{price}', exchange_rate: '1.2' };

onEachEngine('events (webhooks.md 1, 2)', (engine) => {
  let store: TestStore;
  let manager: EntityManager;
  let now: jest.SpyInstance<Date, []>;

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
    ({ manager } = store.app.get<DataSource>(getDataSourceToken()));
    await manager.clear(EventRow);
  });
  beforeEach(() => (now = jest.spyOn(store.app.get(Clock), 'now')));
  afterEach(async () => {
    now.mockRestore();
    const { body } = await store.request<{ result: { id: string }[] }>('GET', '/v1/currencies', {
      query: { code: 'EUR' },
    });
    for (const { id } of body.result) await store.request('DELETE', `/v1/currencies/${id}`);
    await manager.clear(EventRow);
  });
  afterAll(() => store.close());

  const at = (second: number): void => void now.mockReturnValue(new Date(`2026-03-01T12:00:0${second}.250Z`));
  const events = (): Promise<EventRow[]> => manager.find(EventRow, { order: { id: 'ASC' } });

  it('are one for each create, update and delete, with the record as it was', async () => {
    at(1);
    const made = await store.request<Record>('POST', '/v1/currencies', { form: EURO });
    const { id } = made.body.result;
    at(2);
    const changed = await store.request<Record>('PUT', `/v1/currencies/${id}`, { form: { title: 'Euros' } });
    at(3);
    await store.request('DELETE', `/v1/currencies/${id}`);
    const common = { object: 'currency', objectId: id, traceParent: null, epoch: 0 };
    const records = [made.body.result, changed.body.result, changed.body.result];
    expect((await events()).map(({ id: _, fannedOutAt: _told, position: _given, ...event }) => event)).toEqual(
      (['create', 'update', 'delete'] as const).map((event, index) => ({
        ...common,
        type: `currency.${event}d`,
        event,
        objectVersion: index + 1,
        occurredAt: new Date(`2026-03-01T12:00:0${index + 1}.250Z`),
        data: records[index],
      })),
    );
    expect(changed.body.result).toEqual({
      ...made.body.result,
      title: 'Euros',
      updated_at: '2026-03-01 12:00:02',
    });
  });

  it('are none when a change changes nothing, and the time of change stays', async () => {
    at(1);
    const made = await store.request<Record>('POST', '/v1/currencies', { form: EURO });
    const path = `/v1/currencies/${made.body.result.id}`;
    await manager.clear(EventRow);
    at(5);
    for (const form of [EURO, { exchange_rate: '1.20' }, { enabled: '1' }]) {
      const { status, body } = await store.request('PUT', path, { form });
      expect({ status, body }).toEqual({ status: 200, body: made.body });
    }
    expect(await events()).toEqual([]);
    const row = await manager.findOneByOrFail(Currency, { code: 'EUR' });
    expect([row.version, row.updatedAt]).toEqual([1, new Date('2026-03-01T12:00:01.250Z')]);
  });

  it('are none of what was refused', async () => {
    await store.request('POST', '/v1/currencies', { form: EURO });
    await manager.clear(EventRow);
    const refused = [
      await store.request('POST', '/v1/currencies', { form: EURO }),
      await store.request('POST', '/v1/currencies', { form: { ...EURO, code: 'USD', title: 'a\0b' } }),
      await store.request('PUT', '/v1/currencies/1', { form: { title: 'x' } }),
      await store.request('DELETE', '/v1/currencies/1'),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 404, 404]);
    expect(await events()).toEqual([]);
    expect(await manager.countBy(Currency, { code: 'USD' })).toBe(0);
  });

  it('go with the transaction that is rolled back', async () => {
    await store.request('POST', '/v1/currencies', { form: EURO });
    await manager.clear(EventRow);
    const failed = store.app.get(Transactions).run(async (tx) => {
      const row = await tx.findOneByOrFail(Currency, { code: 'EUR' });
      row.title = 'Euros';
      await tx.save(row);
      await tx.remove(row);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await events()).toEqual([]);
    const { version, title } = await manager.findOneByOrFail(Currency, { code: 'EUR' });
    expect({ version, title }).toEqual({ version: 1, title: 'Euro' });
  });

  it('are written all at once when the transaction commits', async () => {
    await store.request('POST', '/v1/currencies', { form: EURO });
    await manager.clear(EventRow);
    await store.app.get(Transactions).run(async (tx) => {
      const row = await tx.findOneByOrFail(Currency, { code: 'EUR' });
      row.title = 'Euros';
      await tx.save(row);
      // The data of an event is fixed when it happens, even if the row changes later.
      row.title = 'never saved';
      await tx.remove(row);
      expect(await tx.count(EventRow)).toBe(0);
    });
    const written = (await events()).map(({ type, objectVersion, data }) => [
      type,
      objectVersion,
      (data as { title: string }).title,
    ]);
    expect(written.sort()).toEqual([
      ['currency.deleted', 3, 'Euros'],
      ['currency.updated', 2, 'Euros'],
    ]);
  });

  it('take the change back when they cannot be written', async () => {
    const record = jest.spyOn(store.app.get(StoreObjects).kindOf(Currency) ?? { record: () => undefined }, 'record');
    record.mockRejectedValue(new Error('no record'));
    expect((await store.request('POST', '/v1/currencies', { form: EURO })).status).toBe(500);
    record.mockRestore();
    expect(await manager.countBy(Currency, { code: 'EUR' })).toBe(0);
    expect(await events()).toEqual([]);
  });

  it('take the change back when they cannot be completed at its commit', async () => {
    const kind = store.app.get(StoreObjects).kindOf(Currency) ?? {};
    const before = { ...kind };
    Object.assign(kind, { extras: () => Promise.reject(new Error('no extras')) });
    const { status } = await store.request('POST', '/v1/currencies', { form: EURO });
    Object.assign(kind, before);
    expect([status, await manager.countBy(Currency, { code: 'EUR' }), await events()]).toEqual([500, 0, []]);
  });

  it('rise in version without a gap when many change one object at the same time', async () => {
    const made = await store.request<Record>('POST', '/v1/currencies', { form: EURO });
    const path = `/v1/currencies/${made.body.result.id}`;
    const titles = Array.from({ length: 12 }, (_, index) => `Euro ${index}`);
    await Promise.all(titles.map((title) => store.request('PUT', path, { form: { title } })));
    const versions = (await events()).map(({ objectVersion }) => objectVersion).sort((a, b) => a - b);
    expect(versions).toEqual(Array.from({ length: 13 }, (_, index) => index + 1));
    expect((await manager.findOneByOrFail(Currency, { code: 'EUR' })).version).toBe(13);
  });
});
