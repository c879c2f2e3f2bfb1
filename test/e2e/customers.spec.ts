import { getDataSourceToken } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { FieldProblem } from '../../src/kernel/fields/field-problem';
import { AddressDetailsDto } from '../../src/modules/customers/address-details';
import { addressLabel } from '../../src/modules/customers/address.record';
import { AddressesService } from '../../src/modules/customers/addresses.service';
import { CustomersService } from '../../src/modules/customers/customers.service';
import { Customer } from '../../src/modules/customers/data/customer.entity';
import { Address } from '../../src/modules/customers/data/address.entity';
import { EventRow } from '../../src/platform/events/event.entity';
import { nestedParser } from '../../src/platform/http/fields/nested-dto';
import { type Failure } from '../builders/shop.builder';
import { onEachEngine } from '../support/engines';
import { numbers } from '../support/numbers.sql';
import { recordedEvents } from '../support/recorded-events';
import { type Call, startStore, type TestStore } from '../support/store';

type Fields = Record<string, unknown>;
type Saved = Fields & { id: string };
interface One {
  result: Saved;
}
interface Many {
  result: Saved[];
  pagination: Fields;
}
const ABOVE_DRAWN_IDS = '8000000000000000000';
const TEXT: unknown = expect.any(String);
const TIME: unknown = expect.stringMatching(/^[\d-]{10} [\d:]{8}$/);
const TIMES = { created_at: TIME, updated_at: TIME };
const ADA = { first_name: 'Ada', last_name: 'Lovelace' };
const HOME = { ...ADA, address_1: '12 High Street', postcode: 'BA1 1AA', country: 'gb' };
const OPTIONAL = {
  save_as: 'Home',
  company: 'Analytical Engines',
  address_2: 'Flat 2',
  city: 'Bath',
  county: 'Somerset',
  phone: '+44 1225 000000',
  instructions: 'Ring twice.\nThen wait.',
};
const NO_HISTORY = { orders: 0, value: '£0.00', addresses: 0 };
const withoutHistory = ({ history: _, ...record }: Saved): Saved => record;
const BRITAIN = { value: 'United Kingdom', data: { code: 'GB', name: 'United Kingdom' } };
const UNSET = Object.fromEntries(Object.keys(OPTIONAL).map((field) => [field, null]));

onEachEngine('customers', (engine) => {
  let store: TestStore;
  const manager = () => store.app.get<DataSource>(getDataSourceToken()).manager;
  const post = (path: string, form: Fields) => store.request<One>('POST', path, { form });
  const made = async (path: string, form: Fields) => (await post(path, form)).body.result;
  const customer = (email: string, more: Fields = {}) => made('/v1/customers', { ...ADA, email, ...more });
  const refused = async (method: string, path: string, call: Call): Promise<Failure['errors']> => {
    const { status, body } = await store.request<Failure>(method, path, call);
    expect(status).toBe(422);
    return body.errors;
  };
  const missing = async (method: string, path: string): Promise<string> => {
    const { status, body } = await store.request<Failure>(method, path, method === 'POST' ? { form: HOME } : {});
    expect(status).toBe(404);
    return body.error;
  };
  const found = async (path: string, query: Record<string, string>) =>
    (await store.request<Many>('GET', path, { query })).body.result.map(({ id }) => id);

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
  });
  afterAll(() => store.close());

  describe('/v1/customers (wire.md 7)', () => {
    it('makes a customer of the required fields, the e-mail address in lower case, with its event', async () => {
      const { status, body } = await post('/v1/customers', { ...ADA, email: ' Made@Example.COM ' });
      const shown = { id: TEXT, ...ADA, email: 'made@example.com', group: null, history: NO_HISTORY, ...TIMES };
      expect([status, body]).toEqual([201, { status: true, result: shown }]);
      const { result } = body;
      expect((await store.request<One>('GET', `/v1/customers/${result.id}`)).body.result).toEqual(result);
      expect(await recordedEvents(store, result.id)).toEqual([
        { type: 'customer.created', version: 1, data: withoutHistory(result) },
      ]);
    });

    it('keeps an e-mail address to one customer, however it is written', async () => {
      await customer('taken@example.com');
      const other = await customer('other-than-taken@example.com');
      const errors = { email: ['email must be unique'] };
      const wrong = { email: 'TAKEN@example.com' };
      expect(await refused('POST', '/v1/customers', { form: { ...ADA, ...wrong } })).toEqual(errors);
      expect(await refused('PUT', `/v1/customers/${other.id}`, { form: wrong })).toEqual(errors);
    });

    it('searches parts of names among the newest 100,000, and whole e-mail addresses among all', async () => {
      const { id } = await customer('zenobia@palmyra.example', { first_name: 'Zenobia' });
      const search = (q: string) => found('/v1/customers', { q });
      const both = async () => [await search('zenob'), await search('Zenobia@Palmyra.example')];
      expect(await both()).toEqual([[id], [id]]);
      const { columns } = manager().connection.getMetadata(Customer);
      const names = columns.map(({ databaseName }) => databaseName);
      const own = new Map(
        Object.entries({ id: ABOVE_DRAWN_IDS + ' + n.seq', email: `CONCAT('newer-', n.seq)`, first_name: `'New'` }),
      );
      const values = names.map((name) => own.get(name) ?? `c.${name}`);
      const copies = `SELECT ${values.join()} FROM customers c, (${numbers(100_000)}) n WHERE c.id = ?`;
      await manager().query(`INSERT INTO customers (${names.join()}) ${copies}`, [id]);
      expect(await both()).toEqual([[], [id]]);
      await manager().query(`DELETE FROM customers WHERE id > ${ABOVE_DRAWN_IDS}`);
    });

    it.each(['first_name', 'email'])('requires %s', async (field) => {
      const errors = { [field]: [`${field} is required`] };
      expect(await refused('POST', '/v1/customers', { json: { ...ADA, email: 'r@x.org', [field]: '' } })).toEqual(
        errors,
      );
      const { id } = await customer(`requires-${field}@example.com`);
      expect(await refused('PUT', `/v1/customers/${id}`, { form: { [field]: '' } })).toEqual(errors);
    });

    it.each([
      [{ email: 'nobody' }, { email: ['email must be an e-mail address'] }],
      [{ group: '77' }, { group: ['group does not exist'] }],
      [{ group: 'trade' }, { group: ['group must be an id'] }],
      [{ first_name: 'two\nlines' }, { first_name: ['first_name must be a single line'] }],
    ])('refuses %j, also as a change', async (wrong, errors) => {
      const { id } = await customer(`wrong-${JSON.stringify(wrong).replace(/\W/g, '')}@example.com`);
      const form = { ...ADA, email: 'new@example.com', ...wrong };
      expect(await refused('POST', '/v1/customers', { form })).toEqual(errors);
      expect(await refused('PUT', `/v1/customers/${id}`, { form: wrong })).toEqual(errors);
    });

    it('changes what is sent, the group included, and unsets what is sent empty', async () => {
      const group = await made('/v1/customers/groups', { title: 'Trade', slug: 'trade' });
      const { id, ...rest } = await customer('changes@example.com');
      const path = `/v1/customers/${id}`;
      const relation = { value: 'Trade', data: group };
      const joined = (await store.request<One>('PUT', path, { json: { group: group.id, last_name: 'Byron' } })).body;
      expect(joined.result).toEqual({ ...rest, id, last_name: 'Byron', group: relation, ...TIMES });
      expect(await found('/v1/customers', { group: group.id })).toEqual([id]);
      const left = (await store.request<One>('PUT', path, { form: { group: '' } })).body;
      expect(left.result).toEqual({ ...joined.result, group: null, ...TIMES });
      await store.request('PUT', path, { form: { last_name: 'Byron' } });
      expect((await recordedEvents(store, id)).map(({ type, version }) => [type, version])).toEqual([
        ['customer.created', 1],
        ['customer.updated', 2],
        ['customer.updated', 3],
      ]);
    });

    it('finds by every field, and pages newest first unless sorted', async () => {
      const zed = await customer('zed@example.com', { first_name: 'Zed', last_name: 'Zorn' });
      const zoe = await customer('zoe@example.com', { first_name: 'Zoe', last_name: 'Zorn' });
      expect(await found('/v1/customers/search', { email: 'ZED@example.com' })).toEqual([zed.id]);
      expect(await found('/v1/customers/search', { first_name: 'Zed', last_name: 'Zorn', id: zed.id })).toEqual([
        zed.id,
      ]);
      expect(await found('/v1/customers/search', { first_name: 'zed' })).toEqual([zed.id]);
      expect(await found('/v1/customers', { first_name: 'zed' })).toEqual([]);
      expect(await found('/v1/customers', { last_name: 'Zorn' })).toEqual([zoe.id, zed.id]);
      const query = { last_name: 'Zorn', limit: '1', offset: '1', sort: 'email', order: 'asc' };
      const page = (await store.request<Many>('GET', '/v1/customers', { query })).body;
      expect(page.result).toEqual([zoe]);
      expect(page.pagination).toMatchObject({ total: 2, current: 1, from: 2, to: 2 });
    });

    it('is read by orders and carts by id or e-mail address', async () => {
      const service = store.app.get(CustomersService);
      const record = await customer('read@example.com');
      const byId = await service.find(manager(), record.id);
      const byEmail = await service.findByEmail(manager(), ' READ@example.com');
      expect([byId?.id, byEmail?.id]).toEqual([record.id, record.id]);
      expect(await service.records(manager(), byId ? [byId] : [])).toEqual([withoutHistory(record)]);
      expect(await service.find(manager(), `${record.id}x`)).toBeUndefined();
      expect(await service.findByEmail(manager(), 'none@example.com')).toBeUndefined();
    });

    it('answers 404 for a customer there is none of, and 409 for a stale one', async () => {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        expect(await missing(method, '/v1/customers/77')).toBe('No customer found');
        expect(await missing(method, '/v1/customers/ada')).toBe('No customer found');
      }
      const { id } = await customer('stale@example.com');
      const stale = await store.request('DELETE', `/v1/customers/${id}`, { headers: { 'if-match': '"old"' } });
      expect(stale.status).toBe(409);
    });
  });

  describe('/v1/customers/groups (wire.md 7)', () => {
    beforeAll(() => made('/v1/customers/groups', { title: 'Taken', slug: 'taken' }));

    it('makes, changes and removes a group, each with its event', async () => {
      const { status, body } = await post('/v1/customers/groups', { title: 'Press', slug: 'press' });
      expect([status, body.result]).toEqual([201, { id: TEXT, title: 'Press', slug: 'press', ...TIMES }]);
      const path = `/v1/customers/groups/${body.result.id}`;
      expect((await store.request<One>('GET', path)).body).toEqual(body);
      const changed = (await store.request<One>('PUT', path, { form: { title: 'The press' } })).body.result;
      expect(changed).toEqual({ ...body.result, title: 'The press', ...TIMES });
      const gone = await store.request('DELETE', path);
      expect(gone.body).toEqual({ status: true, message: 'Customer group removed successfully' });
      expect(await missing('GET', path)).toBe('No customer group found');
      expect(await recordedEvents(store, body.result.id)).toEqual([
        { type: 'customer_group.created', version: 1, data: body.result },
        { type: 'customer_group.updated', version: 2, data: changed },
        { type: 'customer_group.deleted', version: 3, data: changed },
      ]);
    });

    it('lists and searches groups, not customers', async () => {
      const one = await made('/v1/customers/groups', { title: 'One', slug: 'one' });
      expect(await found('/v1/customers/groups/search', { title: 'One', slug: 'one', id: one.id })).toEqual([one.id]);
      expect(await found('/v1/customers/groups', { slug: 'two' })).toEqual([]);
    });

    it.each([
      [{ slug: 'x' }, { title: ['title is required'] }],
      [{ title: 'X' }, { slug: ['slug is required'] }],
      [{ title: 'X', slug: 'a/b' }, { slug: ['slug must be letters and digits with -, _ or . between them'] }],
      [{ title: 'X', slug: 'taken' }, { slug: ['slug must be unique'] }],
    ])('refuses %j', async (form, errors) => {
      expect(await refused('POST', '/v1/customers/groups', { form })).toEqual(errors);
    });

    it('is not removed while a customer is in it', async () => {
      const group = await made('/v1/customers/groups', { title: 'Held', slug: 'held' });
      const { id } = await customer('held@example.com', { group: group.id });
      const path = `/v1/customers/groups/${group.id}`;
      expect(await refused('DELETE', path, {})).toEqual({ customer_group: ['customer_group is used by a customer'] });
      await store.request('PUT', `/v1/customers/${id}`, { form: { group: '' } });
      expect((await store.request('DELETE', path)).status).toBe(200);
    });
  });

  describe('/v1/customers/{id}/addresses (wire.md 7)', () => {
    let owner: Saved;
    let path: string;
    beforeAll(async () => {
      owner = await customer('owner@example.com');
      path = `/v1/customers/${owner.id}/addresses`;
    });

    it('makes an address of the required fields, the country in upper case and by name, with its event', async () => {
      const { status, body } = await post(path, HOME);
      const { result } = body;
      expect(status).toBe(201);
      expect(result).toEqual({ id: TEXT, customer_id: owner.id, ...HOME, ...UNSET, country: BRITAIN, ...TIMES });
      expect((await store.request<One>('GET', `${path}/${result.id}`)).body.result).toEqual(result);
      expect(await recordedEvents(store, result.id)).toEqual([{ type: 'address.created', version: 1, data: result }]);
    });

    it('takes every field, finds by each, and unsets what is sent empty', async () => {
      const other = await customer('other@example.com');
      const book = `/v1/customers/${other.id}/addresses`;
      await post(book, {
        ...HOME,
        address_1: 'Elsewhere',
        postcode: '1010',
        country: 'AT',
        first_name: 'A',
        last_name: 'B',
      });
      const { result } = (await store.request<One>('POST', book, { json: { ...HOME, ...OPTIONAL } })).body;
      const whole = { id: TEXT, customer_id: other.id, ...HOME, ...OPTIONAL, country: BRITAIN, ...TIMES };
      expect(result).toEqual(whole);
      for (const [field, value] of Object.entries({ ...HOME, ...OPTIONAL, id: result.id })) {
        expect([field, await found(`${book}/search`, { [field]: value })]).toEqual([field, [result.id]]);
      }
      const empty = Object.fromEntries(Object.keys(OPTIONAL).map((field) => [field, '']));
      const changed = (await store.request<One>('PUT', `${book}/${result.id}`, { form: { ...empty, country: 'fr' } }))
        .body;
      const france = { value: 'France', data: { code: 'FR', name: 'France' } };
      expect(changed.result).toEqual({ ...result, ...UNSET, country: france, ...TIMES });
      const moved = (
        await store.request<One>('PUT', `${book}/${result.id}`, { form: { address_1: 'A', address_2: 'B' } })
      ).body;
      expect(moved.result).toEqual({ ...changed.result, address_1: 'A', address_2: 'B', ...TIMES });
    });

    it.each(['first_name', 'address_1', 'postcode', 'country'])('requires %s', async (field) => {
      const errors = { [field]: [`${field} is required`] };
      expect(await refused('POST', path, { form: { ...HOME, [field]: '' } })).toEqual(errors);
      const { id } = await made(path, HOME);
      expect(await refused('PUT', `${path}/${id}`, { form: { [field]: '' } })).toEqual(errors);
    });

    it.each([
      [{ country: 'UK' }, { country: ['country must be a country code of ISO 3166-1 alpha-2'] }],
      [{ country: 'United Kingdom' }, { country: ['country must be a country code of ISO 3166-1 alpha-2'] }],
      [{ city: 'x'.repeat(256) }, { city: ['city must be at most 255 characters'] }],
      [{ instructions: 'x'.repeat(1025) }, { instructions: ['instructions must be at most 1024 characters'] }],
    ])('refuses what is no country or too long: %#', async (wrong, errors) => {
      expect(await refused('POST', path, { form: { ...HOME, ...wrong } })).toEqual(errors);
    });

    it('is reached through its own customer only', async () => {
      const { id } = await made(path, HOME);
      const stranger = await customer('stranger@example.com');
      expect(await found(`/v1/customers/${stranger.id}/addresses`, {})).toEqual([]);
      for (const method of ['GET', 'PUT', 'DELETE']) {
        expect(await missing(method, `/v1/customers/${stranger.id}/addresses/${id}`)).toBe('No address found');
        expect(await missing(method, `/v1/customers/77/addresses/${id}`)).toBe('No customer found');
      }
      expect(await missing('GET', '/v1/customers/77/addresses')).toBe('No customer found');
      expect(await missing('POST', '/v1/customers/ada/addresses')).toBe('No customer found');
      expect((await store.app.get(AddressesService).find(manager(), id))?.customerId).toBe(owner.id);
    });

    it('is removed alone, or with its customer, with an event each (webhooks.md 1)', async () => {
      const leaver = await customer('leaver@example.com');
      const book = `/v1/customers/${leaver.id}/addresses`;
      const first = await made(book, HOME);
      const second = await made(book, { ...HOME, save_as: 'Work' });
      const third = await made(book, { ...HOME, save_as: 'Club' });
      expect((await store.app.get(AddressesService).findOf(manager(), leaver.id)).map(({ id }) => id)).toEqual([
        first.id,
        second.id,
        third.id,
      ]);
      const alone = await store.request('DELETE', `${book}/${first.id}`);
      expect(alone.body).toEqual({ status: true, message: 'Address removed successfully' });
      const all = await store.request('DELETE', `/v1/customers/${leaver.id}`);
      expect(all.body).toEqual({ status: true, message: 'Customer removed successfully' });
      expect(await manager().countBy(Address, { customerId: leaver.id })).toBe(0);
      for (const [type, record] of [
        ['address.deleted', first],
        ['address.deleted', second],
        ['address.deleted', third],
        ['customer.deleted', withoutHistory(leaver)],
      ] as const) {
        expect((await recordedEvents(store, record.id)).slice(1)).toEqual([{ type, version: 2, data: record }]);
      }
      expect(await missing('GET', book)).toBe('No customer found');
    });

    it('leaves no address behind when one is added while its customer goes', async () => {
      for (let i = 0; i < 10; i += 1) {
        const { id } = await customer(`raced-${i}@example.com`);
        const [added, gone] = await Promise.all([
          post(`/v1/customers/${id}/addresses`, HOME),
          store.request('DELETE', `/v1/customers/${id}`),
        ]);
        expect([201, 404]).toContain(added.status);
        expect([gone.status, await manager().countBy(Address, { customerId: id })]).toEqual([200, 0]);
      }
    });

    it('removes more addresses than one batch holds', async () => {
      const hoarder = await customer('hoarder@example.com');
      await post(`/v1/customers/${hoarder.id}/addresses`, HOME);
      const [one] = await manager().findBy(Address, { customerId: hoarder.id });
      const copies = Array.from({ length: 501 }, (_, i) =>
        Object.assign(new Address(), one, { id: String(1_000_000 + i) }),
      );
      await manager().transaction((tx) => tx.insert(Address, copies));
      expect((await store.request('DELETE', `/v1/customers/${hoarder.id}`)).status).toBe(200);
      expect(await manager().countBy(Address, { customerId: hoarder.id })).toBe(0);
      expect(await manager().countBy(EventRow, { type: 'address.deleted', objectId: '1000500' })).toBe(1);
    });
  });
});

describe('address details within a body (interface.md, bill_to)', () => {
  const details = {
    saveAs: null,
    company: null,
    firstName: 'Ada',
    lastName: 'Lovelace',
    address1: '12 High Street',
    address2: null,
    city: 'Bath',
    county: null,
    postcode: 'BA1 1AA',
    country: 'GB',
    phone: null,
    instructions: null,
  };

  const read = (raw: unknown) => nestedParser(AddressDetailsDto, 'bill_to')(raw);

  it('reads fields and JSON text alike', () => {
    const sent = { ...HOME, city: 'Bath' };
    for (const raw of [sent, JSON.stringify(sent)]) {
      const parsed = read(raw) as AddressDetailsDto;
      expect(parsed.toDetails()).toEqual(details);
      expect(addressLabel(parsed.toDetails())).toBe('Ada Lovelace, 12 High Street, Bath, BA1 1AA, GB');
    }
  });

  it('refuses faults inside by dotted path', () => {
    expect(read({ ...HOME, postcode: '', country: 'XX' })).toEqual(
      new FieldProblem('is not valid', {
        'bill_to.postcode': ['bill_to.postcode is required'],
        'bill_to.country': ['bill_to.country must be a country code of ISO 3166-1 alpha-2'],
      }),
    );
  });

  it.each(['nonsense', '{"a"', ['a'], true])('refuses %j', (raw) => {
    expect(read(raw)).toEqual(new FieldProblem('must be an object'));
  });
});
