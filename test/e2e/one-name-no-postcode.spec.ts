import { countryName } from '../../src/kernel/iso-codes';
import { type Failure } from '../builders/shop.builder';
import { onEachEngine } from '../support/engines';
import { recordedEvents } from '../support/recorded-events';
import { type Call, startStore, type TestStore } from '../support/store';

type Fields = Record<string, unknown>;
type Saved = Fields & { id: string };
interface One {
  result: Saved;
}
const TEXT: unknown = expect.any(String);
const TIME: unknown = expect.stringMatching(/^[\d-]{10} [\d:]{8}$/);
const TIMES = { created_at: TIME, updated_at: TIME };
const HOME = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  address_1: '12 High Street',
  postcode: 'BA1 1AA',
  country: 'gb',
};
const OPTIONAL = ['save_as', 'company', 'address_2', 'city', 'county', 'phone', 'instructions'];
const UNSET = Object.fromEntries(OPTIONAL.map((field) => [field, null]));

onEachEngine('people with one name, and addresses without postcode (wire.md 7)', (engine) => {
  let store: TestStore;
  let owner: Saved;
  let path: string;
  const post = (to: string, form: Fields) => store.request<One>('POST', to, { form });
  const made = async (to: string, form: Fields) => (await post(to, form)).body.result;
  const refused = async (method: string, to: string, call: Call): Promise<Failure['errors']> => {
    const { status, body } = await store.request<Failure>(method, to, call);
    expect(status).toBe(422);
    return body.errors;
  };
  const found = async (to: string, query: Record<string, string>) =>
    (await store.request<{ result: Saved[] }>('GET', to, { query })).body.result.map(({ id }) => id);

  beforeAll(async () => {
    store = await startStore(engine.databaseUrl);
    owner = await made('/v1/customers', { first_name: 'Ada', last_name: 'Lovelace', email: 'owner@example.com' });
    path = `/v1/customers/${owner.id}/addresses`;
  });
  afterAll(() => store.close());

  it('takes a person with one name, whose last name is empty text, also after a change', async () => {
    const { status, body } = await post('/v1/customers', { first_name: 'Sukarno', email: 'sukarno@example.com' });
    const { result } = body;
    const alone = { first_name: 'Sukarno', last_name: '', email: 'sukarno@example.com', group: null };
    const history = { orders: 0, value: '£0.00', addresses: 0 };
    expect([status, result]).toEqual([201, { id: TEXT, ...alone, history, ...TIMES }]);
    expect(await recordedEvents(store, result.id)).toEqual([
      { type: 'customer.created', version: 1, data: { id: result.id, ...alone, ...TIMES } },
    ]);
    const own = `/v1/customers/${result.id}`;
    const named = await store.request<One>('PUT', own, { form: { last_name: 'K.' } });
    expect(named.body.result).toEqual({ ...result, last_name: 'K.', ...TIMES });
    const again = await store.request<One>('PUT', own, { json: { last_name: null } });
    expect(again.body.result).toEqual({ ...result, ...TIMES });
    expect(await found('/v1/customers', { q: 'sukar' })).toEqual([result.id]);
  });

  it.each(['HK', 'ae', 'IE'])('takes an address in %s without postcode, of a person with one name', async (country) => {
    const code = country.toUpperCase();
    const form = { first_name: 'Sukarno', address_1: '1 Harbour Road', country };
    const { status, body } = await post(path, form);
    const { result } = body;
    expect(status).toBe(201);
    expect(result).toEqual({
      ...{ id: TEXT, customer_id: owner.id, ...form, last_name: '', postcode: '', ...UNSET },
      ...{ country: { value: countryName(code), data: { code, name: countryName(code) } } },
      ...TIMES,
    });
    expect((await store.request<One>('GET', `${path}/${result.id}`)).body.result).toEqual(result);
    expect(await recordedEvents(store, result.id)).toEqual([{ type: 'address.created', version: 1, data: result }]);
  });

  it('requires the postcode by the country that a change leaves it with', async () => {
    const errors = { postcode: ['postcode is required'] };
    const { id } = await made(path, { ...HOME, country: 'HK', postcode: '' });
    expect(await refused('PUT', `${path}/${id}`, { form: { country: 'GB' } })).toEqual(errors);
    const change = async (json: Fields) => (await store.request<One>('PUT', `${path}/${id}`, { json })).body.result;
    expect(await change({ country: 'GB', postcode: 'BA1 1AA' })).toMatchObject({ postcode: 'BA1 1AA' });
    expect(await refused('PUT', `${path}/${id}`, { json: { postcode: null } })).toEqual(errors);
    expect(await change({ country: 'HK', postcode: null, last_name: '' })).toMatchObject({
      ...{ postcode: '', last_name: '', country: { data: { code: 'HK' } } },
    });
  });
});
